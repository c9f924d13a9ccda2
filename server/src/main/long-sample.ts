import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { formatWebvtt } from '@lectern/contract/rules/webvtt';

const run = promisify(execFile);

/** The topics of the talk, each with a name and its phrases. */
const topics = [
  {
    name: 'onboarding new customers',
    things: 'the welcome call, the first login, the setup checklist, the empty dashboard, the sample project',
    deeds: 'invite a colleague, import their contacts, finish the setup, reach a first result, skip the tutorial',
  },
  {
    name: 'writing release notes',
    things: 'the changelog, the headline of a release, the screenshot, the upgrade guide, the list of fixes',
    deeds: 'read the notes, try the new feature, report a regression, postpone the upgrade, share the announcement',
  },
  {
    name: 'answering support tickets',
    things: 'the shared inbox, the first reply, the saved answer, the escalation, the help article',
    deeds: 'describe the problem, attach a log file, reopen the ticket, thank the agent, find the answer alone',
  },
  {
    name: 'setting a price',
    things: 'the middle plan, the annual discount, the invoice, the free trial, the price page',
    deeds: 'compare the plans, ask for a discount, upgrade their seats, cancel the subscription, pay by invoice',
  },
  {
    name: 'measuring what matters',
    things: 'the weekly report, the retention curve, the activation rate, the survey, the control group',
    deeds: 'come back in week four, answer the survey, drop out of the funnel, double their usage, ignore the metric',
  },
  {
    name: 'running a webinar',
    things: 'the rehearsal, the opening slide, the question box, the recording, the follow-up mail',
    deeds: 'register in time, ask a question, leave after ten minutes, watch the replay, download the slides',
  },
  {
    name: 'hiring a small team',
    things: 'the job posting, the interview loop, the trial week, the reference call, the offer letter',
    deeds: 'apply for the role, present a portfolio, accept the offer, meet the founders, decline politely',
  },
  {
    name: 'keeping data safe',
    things: 'the backup, the access list, the security review, the audit log, the password manager',
    deeds: 'rotate a key, request an export, enable two factors, restore a snapshot, delete an account',
  },
].map(({ name, things, deeds }) => ({ name, things: things.split(', '), deeds: deeds.split(', ') }));

/** `a` and `b` are things, `d` is a deed, `n` a number that no other sentence has. */
const sentences = [
  ({ a, d, n }) => `Before we changed ${a}, only ${n} of five hundred people would ${d}.`,
  ({ a, b }) => `Everybody asks about ${a}, and yet ${b} decides more than we like to admit.`,
  ({ d, n }) => `In interview number ${n} somebody told us why they did not ${d}.`,
  ({ a, d }) => `So ${a} has one job: it helps people ${d} without asking anybody.`,
  ({ b, n }) => `We rewrote ${b} ${n} times before it felt simple.`,
  ({ a, b, d }) => `If ${a} fails, people never ${d}, however good ${b} may be.`,
  ({ d, n }) => `After ${n} days we counted how many had managed to ${d}.`,
  ({ a, n }) => `My rule is that ${a} must be understood in ${n} seconds or it is too clever.`,
] as const satisfies readonly ((words: { a: string; b: string; d: string; n: number }) => string)[];

/** Seconds. */
const perLine = 4;
const pause = 0.4;

/** A talk of two people about all topics in turn, `minutes` long. The same every time. */
export function makeTalk(minutes: number, first = 0): Cue[] {
  const length = (minutes * 60) / topics.length;
  const lines = Math.floor(length / perLine);
  const inOrder = topics.map((_, n) => topics[(first + n) % topics.length]!);
  return inOrder.flatMap(({ name, things, deeds }, part) =>
    Array.from({ length: lines }, (_, line) => {
      const start = part * length + line * perLine;
      const words = {
        a: things[line % things.length]!,
        b: things[(line + 2 + Math.floor(line / things.length)) % things.length]!,
        d: deeds[(line + part) % deeds.length]!,
        n: part * lines + line + 3,
      };
      const said = sentences[(line * 3 + part) % sentences.length]!(words);
      const text = line === 0 ? `Let us turn to ${name}, which is the next part of today.` : said;
      return { start, end: start + perLine - pause, text, speaker: Math.floor(line / 6) % 2 === 0 ? 'Ida' : 'Noor' };
    }),
  );
}

/** Changes of the picture, in seconds: as often as slides of a talk change. */
const slide = 90;

/**
 * Makes a long silent recording with captions, one small picture per second, in a few seconds. `program` is an ffmpeg;
 * `first` is the first topic's number, for variety.
 */
export async function makeLongSample(
  folder: string,
  { program, minutes, first = 0 }: { program: string; minutes: number; first?: number },
): Promise<{ recording: string; captions: string }> {
  const recording = join(folder, 'long.mp4');
  const captions = join(folder, 'long.vtt');
  await writeFile(captions, formatWebvtt(makeTalk(minutes, first)));
  const picture = [
    'color=c=0x2f6f62:s=320x180:r=1',
    `hue=h='47*(${first}+floor(t/${slide}))'`,
    'drawbox=20:24:180:18:white@0.9:fill',
    'drawbox=20:60:130:8:white@0.6:fill',
    'drawbox=20:80:150:8:white@0.6:fill',
    'drawbox=230:60:70:90:white@0.3:fill',
  ].join(',');
  const input = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono'];
  // A keyframe every four seconds, so that it can be cut into segments as it is.
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '4'];
  const rest = ['-c:a', 'aac', '-b:a', '16k', '-t', String(minutes * 60), '-movflags', '+faststart', recording];
  await run(program, ['-v', 'error', '-y', ...input, ...video, ...rest]);
  return { recording, captions };
}
