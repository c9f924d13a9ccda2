import type { PortalSettings } from '../publishing/portal-settings.ts';

/** How people call each setting of a portal. */
export const portalSettingNames = {
  title: 'Title',
  accent: 'Accent colour',
  theme: 'Appearance',
  layout: 'First page',
  font: 'Typeface',
  sites: 'Allowed sites',
  show_quotes: 'Quotes',
  show_downloads: 'Downloads',
  answers_questions: 'Questions',
  ai_line: 'Note on texts by AI',
  videos: 'Videos in the portal',
} as const satisfies Record<keyof PortalSettings, string>;
