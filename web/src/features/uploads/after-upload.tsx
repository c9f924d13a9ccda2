import { problems } from '@lectern/contract/problem';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { emptyList } from './upload-list.ts';

/** The limit of the plan that is reached, if any. */
export type Full = 'plan_maximum' | 'plan_minutes' | undefined;

/** Offers another upload where the plan has room, else the options of a full plan. */
export function AfterUpload({ full, close }: { full: Full; close: string }) {
  if (full)
    return (
      <div ref={leavesFocus} className="grid gap-3">
        <p className="text-sm text-soft">{problems[full].text}</p>
        <PlanLinks>
          <Button size="sm" look="secondary" onClick={emptyList}>
            {close}
          </Button>
        </PlanLinks>
      </div>
    );
  return (
    <div ref={leavesFocus} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button look="secondary" onClick={emptyList}>
        Upload another video
      </Button>
      <RefreshNote />
    </div>
  );
}

/** Where a plan without room leads to, and what else there is to press. */
export const PlanLinks = ({ children }: { children?: ReactNode }) => (
  <p className="flex flex-wrap gap-3">
    <ButtonLink to="/asset/view" look="secondary" size="sm">
      Go to your videos
    </ButtonLink>
    <ButtonLink to="/asset/plan" look="secondary" size="sm">
      See the plans
    </ButtonLink>
    {children}
  </p>
);

export const RefreshNote = () => (
  <p className="text-sm text-soft">Refresh the browser after a few minutes to upload a new video.</p>
);
