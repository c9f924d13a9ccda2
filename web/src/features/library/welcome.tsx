import { Play, Upload } from 'lucide-react';
import { sampleRoutes } from '@lectern/contract/library/sample';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Tour } from '../../player/tour.tsx';
import { brand } from '../../ui/brand.ts';
import { isOpened, useCan } from '../../session/stored-session.ts';
import { useNamesOf, useOwnWorkspace } from '../../session/workspaces.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { call, tellFailure } from '../../session/call.ts';
import { StartYourOwn } from './start-your-own.tsx';

const steps = [
  ['Upload', 'A recording of up to three hours, with its captions if you have them.'],
  ['Watch', 'It plays within seconds. Chapters, quotes and a summary follow automatically.'],
  ['Use', 'Correct a title, search for a sentence, cut the clip.'],
] as const;

export default function Welcome() {
  const sample = useSample();
  const can = useCan();
  const makers = useNamesOf(['owner', 'admin', 'editor'], 'or');
  const own = useOwnWorkspace();
  if (own && !isOpened(own)) return <StartYourOwn />;
  if (!can('edit'))
    return (
      <EmptyState title="Nothing here yet">
        When {makers || 'somebody in this workspace'} {makers.includes(' or ') ? 'upload' : 'uploads'} a webinar, you
        will find it here.
      </EmptyState>
    );
  return (
    <section aria-labelledby="welcome" className="grid items-center gap-x-14 gap-y-10 lg:grid-cols-2">
      <div>
        <p className="eyebrow">Welcome to {brand}</p>
        <h2 id="welcome" className="mt-2 text-3xl">
          Your first webinar belongs here
        </h2>
        <p className="mt-6 text-sm font-medium">Quick start</p>
        <ol className="mt-2 border-t border-line">
          {steps.map(([name, text], index) => (
            <li key={name} className="flex gap-4 border-b border-line py-3">
              <span aria-hidden className="w-4 shrink-0 font-serif text-lg leading-snug text-brass tabular-nums">
                {index + 1}
              </span>
              <p>
                <span className="font-medium">{name}.</span> <span className="text-soft">{text}</span>
              </p>
            </li>
          ))}
        </ol>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink to="/asset/upload" size="lg">
            <Upload aria-hidden />
            Upload a video
          </ButtonLink>
          <Button look="secondary" size="lg" busy={sample.isPending} onClick={() => sample.mutate()}>
            {!sample.isPending && <Play aria-hidden />}
            Look at a sample
          </Button>
        </div>
        <p className="mt-3 max-w-prose text-sm text-soft">
          The sample is a talk of three minutes. It does not count against your plan, and you can delete it at any time.
        </p>
      </div>
      <Tour />
    </section>
  );
}

function useSample() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(sampleRoutes.addSample, {}),
    onSuccess: async ({ passthrough }) => {
      await navigate(`/asset/${passthrough}`);
      await client.invalidateQueries({ queryKey: ['videos'] });
    },
    onError: (error) => {
      tellFailure(error);
    },
  });
}
