/** What somebody does who follows a recipe of CONTRIBUTING.md: a new file, or `add` put after what a file has exactly once. */
export type Change = { path: string; text: string } | { path: string; after: string; add: string };

/** An example of each recipe, by the heading under which CONTRIBUTING.md has it. */
export type Example = { heading: string; changes: readonly Change[] };
