import { escapeHtml } from '../../platform/text/escape-html.ts';

/** Markup that is safe to put into markup. Only `html` makes it. */
export type Html = { readonly markup: string };

const render = (value: string | Html | readonly Html[]): string => {
  if (typeof value === 'string') return escapeHtml(value);
  if ('markup' in value) return value.markup;
  return value.map(({ markup }) => markup).join('');
};

/** A template whose values are escaped unless they are markup themselves. */
export const html = (parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html => ({
  markup: parts.reduce((markup, part, n) => markup + render(values[n - 1]!) + part),
});
