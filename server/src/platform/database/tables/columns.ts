import type { ColumnType } from 'kysely';

export type Created = ColumnType<Date, Date | undefined, Date>;
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;
