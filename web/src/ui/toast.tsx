import { Toaster as SonnerToaster, toast as sonner } from 'sonner';

type ToastOptions = {
  /** Milliseconds; 5000 unless told. */
  duration?: number;
  action?: { label: string; onClick: () => void };
};

/** Short messages in a corner, announced politely to screen readers. An error must stand in the page as well. */
export const toast = {
  success: (text: string, options: ToastOptions = {}) => sonner.success(text, options),
  error: (text: string, options: ToastOptions = {}) => sonner.error(text, options),
  info: (text: string, options: ToastOptions = {}) => sonner(text, options),
};

export function Toaster() {
  return (
    <SonnerToaster
      duration={5_000}
      position="bottom-right"
      closeButton
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'group flex w-full items-center gap-3 rounded-md border border-edge bg-surface px-4 py-3 text-sm text-ink shadow-float',
          title: 'font-medium leading-snug',
          content: 'flex-1 pe-5',
          icon: 'shrink-0 group-data-[type=error]:text-danger group-data-[type=success]:text-accent',
          actionButton: 'shrink-0 rounded-sm border border-edge px-2.5 py-1 font-medium text-ink hover:bg-sunken',
          closeButton:
            'absolute end-1.5 top-1.5 grid size-6 place-items-center rounded-sm text-soft hover:bg-sunken hover:text-ink',
        },
      }}
    />
  );
}
