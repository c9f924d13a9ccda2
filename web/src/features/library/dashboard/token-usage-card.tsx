import type { Dashboard } from '@lectern/contract/library/dashboard';
import { tokenUsage } from '@lectern/contract/rules/plans';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';

/** Percent from which the card warns (specification section 9). */
const warningThreshold = 90;

export function TokenUsageCard({ dashboard }: { dashboard: Dashboard }) {
  const { token_used, token_total } = dashboard;
  const percent = tokenUsage(token_used, token_total);
  const figures = `${token_used.toLocaleString('en-US')} of ${token_total.toLocaleString('en-US')}`;
  return (
    <Card aria-labelledby="token-usage" className="p-5">
      <h2 id="token-usage" className="eyebrow font-sans">
        Token usage
      </h2>
      <p className="mt-2 font-serif text-3xl tabular-nums">{percent}%</p>
      <ProgressBar value={token_used / Math.max(1, token_total)} label="Token usage" text={figures} className="mt-3" />
      <p className="mt-3 text-sm text-soft tabular-nums">{figures} tokens</p>
      <p className="mt-1 text-sm">
        {percent >= warningThreshold
          ? `⚠️ You've used ${percent}% of your monthly tokens`
          : `✅ Great usage! You still have ${100 - percent}% remaining.`}
      </p>
    </Card>
  );
}
