import { approximateTokens } from '@lectern/contract/rules/prompts';
import type { ModelCall } from '@lectern/contract/rules/tokens';
import {
  type LanguageAnswer,
  type LanguageEngine,
  LanguageFailure,
  type LanguageQuestion,
  QuestionAbandoned,
  type PaidAnswer,
  type Usage,
} from '../../../ports/language/port.ts';
import type { Problem } from '@lectern/contract/problem';

/** All calls of one operation, including failed ones. */
export type Bill = {
  /** Tokens by the provider's count, else characters divided by 4. */
  sent: number;
  received: number;
  calls: ModelCall[];
  /** Answers of the model, verbatim, cut to the length that the histories keep. */
  answers: string[];
};

/** Characters of an answer: the histories keep no more of all of them. */
const kept = 50_000;

export const openBill = (): Bill => ({ sent: 0, received: 0, calls: [], answers: [] });

/** Settles an operation; the provider's count is included only when a model was called. */
export const toSettlementUsage = (bill: Bill): { used: number; counted?: Bill } => ({
  used: bill.sent + bill.received,
  ...(bill.calls.length > 0 ? { counted: bill } : {}),
});

/** Dollars that so many tokens cost; null where the operator says no price. */
export const priceInDollars = ({ price }: Pick<LanguageEngine, 'price'>, { input, output }: Usage): number | null =>
  price ? (input * price.input + output * price.output) / 1e6 : null;

/** Asks the model, and writes on the bill what has to be paid, also when it fails, or nobody waits for it any more. */
export async function askModel(
  language: LanguageEngine,
  question: LanguageQuestion,
  bill: Bill,
): Promise<LanguageAnswer> {
  try {
    const answer = await language.ask(question);
    enter(bill, question, answer.spent);
    return answer;
  } catch (error) {
    if (error instanceof LanguageFailure || error instanceof QuestionAbandoned) enter(bill, question, error.spent);
    throw error instanceof QuestionAbandoned ? error.cause : error;
  }
}

function enter(bill: Bill, { system, prompt }: LanguageQuestion, spent: readonly PaidAnswer[]): void {
  for (const { text, thought = '', usage } of spent) {
    const sent = usage?.input ?? approximateTokens(system, prompt);
    const received = usage?.output ?? approximateTokens(text, thought);
    bill.sent += sent;
    bill.received += received;
    bill.calls.push({ sent, received });
    bill.answers.push(text.slice(0, kept));
  }
}

/** Why a model did not do it, within a sentence: "because the language model did not answer". */
export function describeModelFailure(error: Problem): string {
  const [first = ''] = error.text.split(/\.(?:\s|$)/);
  return first.charAt(0).toLowerCase() + first.slice(1);
}

/** Told in the histories in the place of a result, when nobody waited for the end. */
export const abandonedResultNotice = 'It was stopped before the language model had answered.';
