import { z } from 'zod';
import { portalLimits, describeInvalidSite, siteFrom } from '../rules/portal-settings.ts';
import { boundedText, sentText, trimmedText } from '../text.ts';

/** #rrggbb in lower case. */
export const Accent = boundedText(100)
  .regex(/^#[\da-fA-F]{6}$/, 'a colour like #1f6f54')
  .transform((text) => text.toLowerCase());
export const PortalTheme = z.enum(['auto', 'light', 'dark']);
export type PortalTheme = z.infer<typeof PortalTheme>;
/** The first page: one large and the others beside each other, one under the other, or the first one's player. */
export const PortalLayout = z.enum(['grid', 'list', 'single']);
export type PortalLayout = z.infer<typeof PortalLayout>;
/** Serif headings, none, or the typeface of the visitor's device. */
export const PortalFont = z.enum(['serif', 'sans', 'system']);
export type PortalFont = z.infer<typeof PortalFont>;

/** Where visitors read that texts are a machine's: under the title, at the foot of the page, or nowhere. */
export const AiLine = z.enum(['texts', 'foot', 'off']);
export type AiLine = z.infer<typeof AiLine>;

/** A site that may show the portal, as an origin; anything typed after the host is cut off. */
export const EmbeddingSite = trimmedText(portalLimits.siteLength).transform((text, ctx) => {
  const site = siteFrom(text);
  if (site !== undefined) return site;
  ctx.addIssue({ code: 'custom', message: describeInvalidSite(text) });
  return z.NEVER;
});

const PortalTitle = trimmedText(120).min(1, 'a title');

/** Owner's portal choices. `videos` are passthroughs in portal order. */
export const PortalSettings = z.object({
  title: sentText,
  accent: sentText,
  theme: PortalTheme,
  layout: PortalLayout,
  font: PortalFont,
  /** Empty: every site may show it. */
  sites: z.array(sentText),
  show_quotes: z.boolean(),
  show_downloads: z.boolean(),
  /** Visitors may ask its videos. */
  answers_questions: z.boolean(),
  ai_line: AiLine,
  videos: z.array(z.uuid()),
});
export type PortalSettings = z.infer<typeof PortalSettings>;

/**
 * Settings as they stood there before. They are compared and not kept, and older versions may have kept longer ones.
 */
const SeenSettings = PortalSettings.extend({
  title: boundedText(1000),
  accent: boundedText(100),
  sites: z.array(boundedText(1000)),
});

/**
 * Some of the settings. `was` is what whoever changes them saw before, of the same ones: where it is given and a setting
 * is another by now, nothing is changed.
 */
export const PortalChange = PortalSettings.extend({
  title: PortalTitle,
  accent: Accent,
  sites: z.array(EmbeddingSite).max(portalLimits.sites),
  videos: z.array(z.uuid()).max(portalLimits.videos),
})
  .partial()
  .extend({ was: SeenSettings.partial().optional() });
export type PortalChange = z.infer<typeof PortalChange>;

/** A new portal: its title, and its videos in their order, the one that is shown large first. */
export const NewPortal = z.object({
  title: PortalTitle.optional(),
  videos: z.array(z.uuid()).max(portalLimits.videos).optional(),
});
export type NewPortal = z.infer<typeof NewPortal>;
