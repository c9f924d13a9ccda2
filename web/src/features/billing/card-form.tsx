import type { SandboxCard } from '@lectern/contract/billing/billing';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { failureText } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Notice } from '../../ui/notice.tsx';

const testCards = [
  ['4242 4242 4242 4242', 'Succeeds'],
  ['4000 0000 0000 0002', 'Declined'],
  ['4000 0000 0000 9995', 'Insufficient funds'],
  ['4000 0025 0000 3155', 'Asks for authentication'],
] as const;

/** Digits in groups of four, as on a card. */
const grouped = (text: string): string =>
  text
    .replace(/\D/g, '')
    .slice(0, 16)
    .replace(/(.{4})(?=.)/g, '$1 ');

/** MM/YY, the slash by itself. */
const asExpiry = (text: string): string =>
  text
    .replace(/\D/g, '')
    .slice(0, 4)
    .replace(/^(..)(?=.)/, '$1/');

type Props = {
  verb: string;
  /** Pays; throws `CallError` with the bank's words. */
  pay: (card: SandboxCard) => Promise<'succeeded' | 'authentication'>;
  onPaid: () => void;
  otherwise?: ReactNode;
};

/** The card form of the sandbox: test cards only, each with what it does. */
export function CardForm({ verb, pay, onPaid, otherwise }: Props) {
  const id = useId();
  const [card, setCard] = useState<SandboxCard>({ number: '', expiry: '12/34', cvc: '123' });
  const [state, setState] = useState<'idle' | 'processing' | 'authentication'>('idle');
  const [error, setError] = useState<string>();

  const send = async (sent: SandboxCard): Promise<void> => {
    setState('processing');
    setError(undefined);
    try {
      const outcome = await pay(sent);
      if (outcome === 'authentication') return setState('authentication');
      setState('idle');
      onPaid();
    } catch (cause) {
      setState('idle');
      setError(failureText(cause));
    }
  };

  if (state === 'authentication')
    return (
      <div className="grid gap-4">
        <p className="font-medium">Your bank wants to confirm this payment.</p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void send({ ...card, authenticated: true })}>Complete authentication</Button>
          <Button look="secondary" onClick={() => void send({ ...card, authenticated: false })}>
            Fail authentication
          </Button>
        </div>
      </div>
    );
  return (
    <form
      id={id}
      className="grid gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send(card);
      }}
    >
      {error && <Notice kind="bad">{error}</Notice>}
      <Field
        label="Card number"
        inputMode="numeric"
        autoComplete="off"
        required
        placeholder="4242 4242 4242 4242"
        value={card.number}
        onChange={(event) => setCard({ ...card, number: grouped(event.target.value) })}
      />
      <div className="grid grid-cols-2 gap-4">
        <Field
          label="Expiry (MM/YY)"
          inputMode="numeric"
          autoComplete="off"
          required
          value={card.expiry}
          onChange={(event) => setCard({ ...card, expiry: asExpiry(event.target.value) })}
        />
        <Field
          label="Security code"
          inputMode="numeric"
          autoComplete="off"
          required
          maxLength={4}
          value={card.cvc}
          onChange={(event) => setCard({ ...card, cvc: event.target.value.replace(/\D/g, '') })}
        />
      </div>
      <fieldset className="rounded-md border border-dashed border-edge px-4 pt-2 pb-4">
        <legend className="px-1 text-sm font-medium">Test cards</legend>
        <ul className="grid gap-2 sm:grid-cols-2">
          {testCards.map(([number, does]) => (
            <li key={number}>
              <button
                type="button"
                className="w-full rounded-md border border-line px-3 py-2 text-start text-sm hover:border-ink hover:bg-sunken"
                onClick={() => setCard({ ...card, number })}
              >
                <span className="block font-medium">{does}</span>
                <span className="text-soft tabular-nums">{number}</span>
              </button>
            </li>
          ))}
        </ul>
      </fieldset>
      <FormActions>
        {otherwise}
        <Button type="submit" form={id} size="lg" busy={state === 'processing'}>
          {state === 'processing' ? 'Processing…' : verb}
        </Button>
      </FormActions>
    </form>
  );
}
