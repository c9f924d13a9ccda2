import type { SoldPlan } from '@lectern/contract/billing/billing';
import { plans, type PlanRule } from '@lectern/contract/rules/plans';
import { Check } from 'lucide-react';
import { useMember } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';

const inShort = (tokens: number): string => (tokens >= 1_000_000 ? `${tokens / 1_000_000}M` : `${tokens / 1_000}K`);

const pointsOf = (rule: PlanRule, isProfessional: boolean): string[] => [
  `${rule.videos} videos at a time`,
  `${inShort(rule.tokens)} tokens per month`,
  ...(isProfessional
    ? ['Everything in the Executive Plan', 'An embeddable webinar portal']
    : ['Chapters, quotes, summaries, transcripts', 'Clips, screenshots and search']),
];

type Props = {
  offers: readonly SoldPlan[];
  leaving: string | undefined;
  onChoose: (plan: SoldPlan) => void;
  onDowngrade: () => void;
};

/**
 * The plans that are sold. A professional cannot buy another one while theirs runs: there the way leads to a person.
 */
export function PlanChoice({ offers, leaving, onChoose, onDowngrade }: Props) {
  const { plan: own, subscription_status, membership_expired } = useMember();
  const subscribed = subscription_status !== 'inactive';
  return (
    <section aria-labelledby="choose-your-plan">
      <h2 id="choose-your-plan" className="text-2xl">
        Choose Your Plan
      </h2>
      <div className="mt-5 grid gap-6 lg:grid-cols-2">
        {offers
          .filter(({ show }) => show)
          .map((offer) => {
            const isProfessional = offer.key === 'professional';
            const isOwn = offer.key === own;
            return (
              <article
                key={offer.key}
                aria-labelledby={`offer-${offer.key}`}
                className="flex flex-col rounded-lg border border-line bg-surface p-6 sm:p-7"
              >
                <h3 id={`offer-${offer.key}`} className="text-xl">
                  {offer.name}
                </h3>
                <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  <p>
                    <span className="font-serif text-3xl">${offer.price}</span>{' '}
                    <span className="text-soft">per month</span>
                  </p>
                  {isProfessional && (
                    <span className="rounded-full bg-accent-wash px-3 py-1 text-xs font-semibold">Most Powerful</span>
                  )}
                </div>
                <ul className="mt-5 mb-7 grid gap-2 text-sm">
                  {pointsOf(plans[offer.key], isProfessional).map((point) => (
                    <li key={point} className="flex gap-2.5">
                      <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
                      {point}
                    </li>
                  ))}
                </ul>
                <div className="mt-auto">
                  {isOwn && subscribed ? (
                    // How it goes on or begins again stands with the current plan.
                    <p className="text-sm font-medium">This is your plan.</p>
                  ) : own === 'professional' && !isProfessional && !membership_expired ? (
                    <button type="button" className="prose-link min-h-6 text-sm" onClick={onDowngrade}>
                      Request a manual downgrade here
                    </button>
                  ) : (
                    <Button
                      size="lg"
                      look={isProfessional ? 'primary' : 'secondary'}
                      className="w-full"
                      busy={leaving === offer.key}
                      onClick={() => onChoose(offer)}
                    >
                      Choose {offer.label}
                    </Button>
                  )}
                </div>
              </article>
            );
          })}
      </div>
    </section>
  );
}
