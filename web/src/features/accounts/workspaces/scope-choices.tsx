import type { Scope } from '@lectern/contract/rules/scopes';
import { Checkbox } from '../../../ui/field.tsx';
import { scopeTexts } from './key-scopes.ts';

type ScopeChoicesProps = {
  offered: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (chosen: readonly Scope[]) => void;
};

/** Asks what a key or an app may do. */
export const ScopeChoices = ({ offered, chosen, onChange }: ScopeChoicesProps) => (
  <fieldset className="grid gap-2">
    <legend className="mb-2 text-sm font-medium">It may</legend>
    {offered.map((scope) => {
      const [name, allows] = scopeTexts[scope];
      return (
        <Checkbox
          key={scope}
          className="min-h-8 gap-3"
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
          }
        >
          <span>
            {name} <span className="block text-soft">{allows}</span>
          </span>
        </Checkbox>
      );
    })}
  </fieldset>
);
