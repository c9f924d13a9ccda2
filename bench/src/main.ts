import { adminBench } from './admin/bench.ts';
import { chaptersBench } from './chapters/bench.ts';
import { fairBench, questionsBench } from './fair/bench.ts';
import { guardBench } from './guard/bench.ts';
import { loadBench } from './load/bench.ts';
import { mediaBench } from './media/bench.ts';
import { muxBench } from './mux/bench.ts';
import { portalBench } from './portal/bench.ts';
import { searchBench } from './search/bench.ts';
import { slidesBench } from './slides/bench.ts';
import { speechBench } from './speech/bench.ts';
import { strangersBench } from './strangers/bench.ts';
import { vitalsBench } from './vitals/bench.ts';
import { wordsBench } from './words/bench.ts';
import { workspaceBench } from './search/workspace.ts';

/** `npm run bench -- NAME [options]`: measures a part of the product and prints figures. */
const benches: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  admin: adminBench,
  chapters: chaptersBench,
  fair: fairBench,
  guard: guardBench,
  load: loadBench,
  media: mediaBench,
  mux: muxBench,
  portal: portalBench,
  questions: questionsBench,
  search: searchBench,
  slides: slidesBench,
  speech: speechBench,
  strangers: strangersBench,
  vitals: vitalsBench,
  words: wordsBench,
  workspace: workspaceBench,
};

const [name = '', ...args] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) {
  console.error(`Which benchmark? ${Object.keys(benches).join(', ')}`);
  process.exitCode = 2;
} else await bench(args);
