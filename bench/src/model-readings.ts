import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { ModelWork } from '@lectern/server/main/cli-chapter';

/** Beside each other for every model that somebody has measured. */
export const readingsFile = 'bench/readings/models.json';

/** A row of the readings file: a model on a machine, and what it was worth there. */
export type ModelReading = {
  bench: 'chapters' | 'words';
  model: string;
  /** As its name has it; 'unknown' where it does not tell. */
  quantisation: string;
  /** The bench's own; a server elsewhere has another. */
  machine: string;
  recordings: number;
  tokens: { sent: number; received: number };
  /** Sent and received together, by the whole time of the calls. */
  tokensPerSecond: number;
  /** Share of the chapters that have a title of the model; the others are the built-in engine's. */
  titledByModel: number;
  /** The sheet whose reading gives the measures; absent where none is read. */
  sheet?: string;
  /** Empty until the sheet has been read. */
  measures: Readonly<Record<string, number>>;
};

const quantisationOf = ({ identity, label }: ModelWork): string =>
  /\b(?:I?Q\d\w*|BF16|F16|F32)\b/i.exec(`${label} ${identity}`)?.[0].toUpperCase() ?? 'unknown';

/** The row of what a model did for some recordings. */
export function readingOf(
  works: readonly ModelWork[],
  of: Pick<ModelReading, 'bench' | 'measures'> & { sheet?: string },
): ModelReading {
  const sum = (value: (work: ModelWork) => number): number => works.reduce((total, work) => total + value(work), 0);
  const [first] = works;
  if (!first) throw new Error('The model was asked nothing.');
  const tokens = { sent: sum(({ sent }) => sent), received: sum(({ received }) => received) };
  return {
    ...of,
    model: first.identity,
    quantisation: quantisationOf(first),
    machine: `${cpus()[0]?.model.trim() ?? process.arch}, ${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB`,
    recordings: works.length,
    tokens,
    titledByModel: Number((sum(({ titled }) => titled) / sum(({ chapters }) => chapters)).toFixed(2)),
    tokensPerSecond: Number(
      (
        (tokens.sent + tokens.received) /
        Math.max(
          0.001,
          sum(({ seconds }) => seconds),
        )
      ).toFixed(1),
    ),
  };
}

async function readReadings(file: string): Promise<ModelReading[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text) as ModelReading[];
}

const writeReadings = (file: string, rows: readonly ModelReading[]): Promise<void> =>
  writeFile(file, `${JSON.stringify(rows, undefined, 2)}\n`);

const keyOf = ({ bench, model, quantisation, machine, sheet }: ModelReading): string =>
  JSON.stringify([bench, model, quantisation, machine, sheet]);

/** Adds a row, in the place of an earlier one of the same model, machine and sheet. */
export async function saveReading(file: string, row: ModelReading): Promise<void> {
  const others = (await readReadings(file)).filter((each) => keyOf(each) !== keyOf(row));
  await writeReadings(file, [...others, row]);
}

/** Enters what a reader made of a sheet into the last row that it was written for; into none where no model wrote it. */
export async function measureReading(file: string, sheet: string, measures: ModelReading['measures']): Promise<void> {
  const rows = await readReadings(file);
  const last = rows.findLastIndex((row) => row.sheet === sheet);
  if (last === -1) return;
  await writeReadings(file, rows.with(last, { ...rows[last]!, measures }));
}
