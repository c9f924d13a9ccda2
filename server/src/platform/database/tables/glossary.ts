import type { Generated, JSONColumnType } from 'kysely';
import type { Created, Nullable } from '../column-types.ts';

/** A term with the forms that it replaces. */
export type StoredRule = { id: string; term: string; wrong: string[] };

/** How a member's names and jargon are written, and what was rewritten so. */
export type GlossaryTables = {
  glossary_terms: {
    id: Generated<string>;
    workspace_id: string;
    created_by: Nullable<string>;
    term: string;
    misspellings: Generated<string[]>;
    created_at: Created;
    changed_by: Nullable<string>;
    changed_at: Nullable<Date>;
    removed_at: Nullable<Date>;
  };
  corrections: {
    workspace_id: string;
    video_id: string;
    start_s: number;
    key: string;
    wrong: string;
    term: string;
    made_at: Created;
  };
  dismissed_suggestions: { workspace_id: string; key: string; term: string };
  rewrites: {
    id: Generated<string>;
    workspace_id: string;
    created_by: Nullable<string>;
    state: Generated<'looking' | 'ready' | 'applying' | 'applied' | 'undoing' | 'undone'>;
    rules: JSONColumnType<StoredRule[]>;
    videos: Nullable<string[]>;
    videos_scanned: Generated<number>;
    cut_off: Generated<boolean>;
    step: Generated<number>;
    problem: Nullable<string>;
    created_at: Created;
    applied_at: Nullable<Date>;
  };
  rewrite_occurrences: {
    rewrite_id: string;
    at: number;
    video_id: string;
    field: 'title' | 'description' | 'summary' | 'chapter_title' | 'chapter_summary' | 'line';
    n: Nullable<number>;
    chapter_id: Nullable<string>;
    start_s: number;
    before: string;
    after: string;
    /** In the outline that a regeneration has replaced: nobody sees it. */
    earlier: Generated<boolean>;
    selected: Generated<boolean>;
    state: Generated<'found' | 'changed' | 'passed' | 'undone' | 'kept'>;
  };
};
