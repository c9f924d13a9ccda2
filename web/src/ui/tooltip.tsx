import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export const TooltipProvider = Radix.Provider;

type TooltipProps = { text: string; side?: 'top' | 'bottom' | 'left' | 'right'; children: ReactNode };

/** Shows on hover and focus, goes on Escape. Never the only place of a name: give the child an `aria-label`. */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 animate-fade rounded-sm bg-ink px-2 py-1 text-xs font-medium text-paper select-none"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
