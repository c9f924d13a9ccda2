import { plans, trialDays } from '@lectern/contract/rules/plans';
import { Check } from 'lucide-react';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { SectionHead } from './section-head.tsx';

const { executive, professional } = plans;
const thousands = (tokens: number): string => (tokens >= 1_000_000 ? `${tokens / 1_000_000}M` : `${tokens / 1_000}K`);

const cards = [
  {
    key: 'executive',
    ...executive,
    badge: undefined,
    points: [
      `${executive.videos} videos at a time`,
      `${thousands(executive.tokens)} tokens per month`,
      'Chapters, quotes, summaries, transcripts',
      'Clips, screenshots and search',
      `${trialDays}-day free trial, no card required`,
    ],
    action: `Start ${trialDays}-Day Free Trial`,
  },
  {
    key: 'professional',
    ...professional,
    badge: 'Most Powerful',
    points: [
      `${professional.videos} videos at a time`,
      `${thousands(professional.tokens)} tokens per month`,
      'Everything in the Executive Plan',
      'An embeddable webinar portal',
    ],
    action: 'Choose Professional',
  },
] as const;

export function Pricing() {
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="border-t border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6">
        <SectionHead id="pricing-title" time="30:05" name="Pricing">
          Two plans, month by month
        </SectionHead>
        <div className="mt-10 grid gap-6 md:grid-cols-2">
          {cards.map(({ key, name, price, badge, points, action }) => (
            <article
              key={key}
              aria-labelledby={`plan-${key}`}
              className="flex flex-col rounded-lg border border-line bg-paper p-7 sm:p-9"
            >
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h3 id={`plan-${key}`} className="text-xl">
                  {name}
                </h3>
                {badge && <span className="rounded-full bg-accent-wash px-3 py-1 text-xs font-semibold">{badge}</span>}
              </div>
              <p className="mt-4">
                <span className="font-serif text-4xl">${price}</span> <span className="text-soft">per month</span>
              </p>
              <ul className="mt-6 mb-8 grid gap-2.5">
                {points.map((point) => (
                  <li key={point} className="flex gap-3">
                    <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
                    {point}
                  </li>
                ))}
              </ul>
              <ButtonLink
                to={`/register?plan=${key}`}
                size="lg"
                look={badge ? 'primary' : 'secondary'}
                className="mt-auto"
              >
                {action}
              </ButtonLink>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
