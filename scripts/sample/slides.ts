import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Script, ScriptChapter } from './script.ts';

/** One drawing for each chapter's slide, in the slide's own colours, 232 by 232. */
const drawings: readonly string[] = [audience(), message(), pricing(), measuring()];

function svg(content: string): string {
  return `<svg width="232" height="232" viewBox="0 0 232 232" font-family="Inter" font-weight="600">${content}</svg>`;
}

/** A crowd of dots with one group picked out. */
function audience(): string {
  const dots = Array.from({ length: 64 }, (_, index) => {
    const [column, row] = [index % 8, Math.floor(index / 8)];
    const isPicked = (column - 5) ** 2 + (row - 2) ** 2 < 3.2;
    const colour = isPicked ? 'var(--accent)' : '#b9b1a2';
    return `<circle cx="${18 + column * 28}" cy="${18 + row * 28}" r="${isPicked ? 10 : 7}" fill="${colour}"/>`;
  });
  return svg(`${dots.join('')}<circle cx="158" cy="74" r="50" fill="none" stroke="var(--deep)" stroke-width="4"/>`);
}

/** A speech bubble with one bold line among crossed-out ones. */
function message(): string {
  const struck = (y: number, width: number) =>
    `<rect x="44" y="${y}" width="${width}" height="8" rx="4" fill="#cfc3d2"/>
     <path d="M40 ${y + 4}h${width + 8}" stroke="var(--deep)" stroke-width="2.5"/>`;
  return svg(`<path d="M20 24h192a14 14 0 0 1 14 14v112a14 14 0 0 1-14 14h-96l-36 36v-36H20a14 14 0 0 1-14-14V38a14 14 0 0 1 14-14z" fill="#fff"/>
    ${struck(52, 130)}${struck(74, 96)}
    <text x="116" y="118" text-anchor="middle" font-size="21" fill="var(--accent)">One clear promise</text>${struck(134, 112)}`);
}

/** Three plans, the middle one largest. */
function pricing(): string {
  const plan = (x: number, y: number, height: number, price: string, isMiddle: boolean) => `
    <rect x="${x}" y="${y}" width="68" height="${height}" rx="10" fill="${isMiddle ? 'var(--accent)' : '#fff'}"/>
    <text x="${x + 34}" y="${y + 46}" text-anchor="middle" font-size="26" fill="${isMiddle ? '#fff' : 'var(--deep)'}">${price}</text>
    <path d="M${x + 16} ${y + 70}h36M${x + 16} ${y + 86}h36M${x + 16} ${y + 102}h24" stroke="${isMiddle ? '#ffffffb0' : '#d8cdb6'}" stroke-width="5" stroke-linecap="round"/>`;
  return svg(plan(4, 62, 130, '$9', false) + plan(82, 28, 186, '$29', true) + plan(160, 62, 130, '$79', false));
}

/** Three bars and a rising line. */
function measuring(): string {
  const bar = (x: number, height: number, label: string) => `
    <rect x="${x}" y="${190 - height}" width="44" height="${height}" rx="6" fill="#fff"/>
    <text x="${x + 22}" y="214" text-anchor="middle" font-size="15" fill="var(--deep)">${label}</text>`;
  return svg(`${bar(16, 64, 'Week 1')}${bar(94, 98, 'Week 4')}${bar(172, 140, 'Week 8')}
    <path d="M10 190h212" stroke="var(--deep)" stroke-width="3"/>
    <path d="M38 112L116 74 194 32" fill="none" stroke="var(--accent)" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>
    <circle cx="38" cy="112" r="8" fill="var(--accent)"/><circle cx="116" cy="74" r="8" fill="var(--accent)"/><circle cx="194" cy="32" r="8" fill="var(--accent)"/>`);
}

const run = promisify(execFile);

const slideSize = { width: 854, height: 480 };

/** The screen content at one moment. `cover` shows the title page instead of the chapter's slide. */
export type SampleSlide = { chapter: number; points: number; speaker: string; cover: boolean };

const themes = [
  { deep: '#17453a', accent: '#1f6b57', wash: '#dcebe2' },
  { deep: '#4a2c4f', accent: '#7b4a86', wash: '#eee2f0' },
  { deep: '#5a3d0f', accent: '#9a6a14', wash: '#f5e8cc' },
  { deep: '#17375e', accent: '#2563a8', wash: '#dbe8f5' },
] as const;

/** Draws slides with a browser: one tall page, cut into `slide-01.png` and so on. Gives the files in order. */
export async function drawSlides(
  script: Script,
  slides: readonly SampleSlide[],
  { folder, browser, fonts }: { folder: string; browser: string; fonts: string },
): Promise<string[]> {
  const page = join(folder, 'slides.html');
  const picture = join(folder, 'slides.png');
  const sections = slides.map((slide) => (slide.cover ? cover(script, slide) : section(script, slide)));
  await writeFile(page, `<!doctype html><meta charset="utf-8"><style>${style(fonts)}</style>${sections.join('')}`);
  const { width, height } = slideSize;
  await run(browser, [
    '--headless',
    '--no-sandbox',
    '--hide-scrollbars',
    '--force-device-scale-factor=1',
    '--virtual-time-budget=3000',
    `--window-size=${width},${height * slides.length}`,
    `--screenshot=${picture}`,
    pathToFileURL(page).href,
  ]);
  const files = slides.map((_, index) => join(folder, `slide-${String(index + 1).padStart(2, '0')}.png`));
  const cut = `crop=${width}:${height * slides.length}:0:0,untile=1x${slides.length}`;
  await run('ffmpeg', ['-v', 'error', '-y', '-i', picture, '-vf', cut, join(folder, 'slide-%02d.png')]);
  return files;
}

function section(script: Script, { chapter: number, points, speaker }: SampleSlide): string {
  const chapter = script.chapters[number] as ScriptChapter;
  const items = chapter.points.map((point, index) => `<li class="${index < points ? '' : 'later'}">${point}</li>`);
  return `<section style="${colours(number)}">
    <div class="band"><span class="mark">${logo}Lectern Sessions</span><span>${script.title}</span></div>
    <main><p class="count">Part ${number + 1} of ${script.chapters.length}</p><h1>${chapter.title}</h1>
    <ul>${items.join('')}</ul></main>
    <aside>${drawings[number] ?? ''}</aside>
    <footer>${people(script, speaker)}</footer></section>`;
}

function cover(script: Script, { speaker }: SampleSlide): string {
  return `<section class="cover" style="${colours(0)}">
    <div class="band"><span class="mark">${logo}Lectern Sessions</span><span>Webinar</span></div>
    <main><h1>${script.title}</h1><p class="count">Audience · Messaging · Pricing · Measuring</p></main>
    <footer>${people(script, speaker)}</footer></section>`;
}

function people(script: Script, speaking: string): string {
  return [...script.voices.values()]
    .map(({ name, role }) => {
      const initials = name.replaceAll(/\B\w+|\s/g, '');
      const state = name === speaking ? 'person speaking' : 'person';
      return `<div class="${state}"><b>${initials}</b><span>${name}<small>${role}</small></span></div>`;
    })
    .join('');
}

function colours(chapter: number): string {
  const { deep, accent, wash } = themes[chapter % themes.length] ?? themes[0];
  return `--deep:${deep};--accent:${accent};--wash:${wash}`;
}

const logo = `<svg viewBox="5 7 22 20" width="22" height="20"><path d="M6.5 11.5 16 8.2l9.5 3.3-2.2 5.2H8.7z" fill="#f6f1e4"/>
  <path d="M14.6 16.7h2.8v6.4h4.1v2.4h-11v-2.4h4.1z" fill="#d9b25f"/></svg>`;

const style = (fonts: string): string => `
  @font-face { font-family: Inter; font-weight: 100 900; src: url('${fonts}/inter/files/inter-latin-wght-normal.woff2') }
  @font-face { font-family: Newsreader; font-weight: 200 800; src: url('${fonts}/newsreader/files/newsreader-latin-wght-normal.woff2') }
  * { box-sizing: border-box; margin: 0 }
  body { width: ${slideSize.width}px; font: 500 16px Inter; color: #2b2620 }
  section { position: relative; width: ${slideSize.width}px; height: ${slideSize.height}px; background: #faf7f1; overflow: hidden }
  section::after { content: ''; position: absolute; inset: auto 0 0 0; height: 6px; background: var(--accent) }
  .band { display: flex; justify-content: space-between; align-items: center; height: 46px; padding: 0 32px;
    background: var(--deep); color: #f5f1e8; font-size: 13px; letter-spacing: .01em }
  .mark { display: flex; gap: 8px; align-items: center; font-weight: 650; font-size: 15px }
  main { position: absolute; left: 44px; top: 76px; width: 470px }
  .count { color: var(--accent); font-size: 14px; font-weight: 650; letter-spacing: .04em; text-transform: uppercase }
  h1 { font: 560 43px/1.08 Newsreader; letter-spacing: -.01em; margin: 8px 0 24px; color: var(--deep) }
  ul { list-style: none; padding: 0; font-size: 20px; line-height: 1.3 }
  li { position: relative; padding: 9px 0 9px 26px }
  li::before { content: ''; position: absolute; left: 0; top: 17px; width: 10px; height: 10px; border-radius: 3px; background: var(--accent) }
  .later { visibility: hidden }
  aside { position: absolute; right: 36px; top: 82px; width: 272px; height: 290px; border-radius: 18px; background: var(--wash);
    display: grid; place-items: center }
  footer { position: absolute; left: 44px; right: 36px; bottom: 24px; display: flex; gap: 14px }
  .person { display: flex; align-items: center; gap: 10px; padding: 6px 16px 6px 6px; border-radius: 99px; border: 2px solid #e2dacb; font-size: 14px; line-height: 1.15 }
  .person b { display: grid; place-items: center; width: 34px; height: 34px; border-radius: 50%; background: #8d8373; color: #fff; font-size: 13px }
  .person small { display: block; color: #6d6355; font-size: 12px; text-transform: capitalize }
  .speaking { border-color: var(--accent); background: var(--wash) }
  .speaking b { background: var(--accent) }
  .cover { background: radial-gradient(90% 140% at 85% 10%, #2a7a64 0, #17453a 55%, #0f2f28 100%) }
  .cover .band { background: none }
  .cover main { top: 124px; width: 640px }
  .cover h1 { color: #fbf6ea; font-size: 62px; line-height: 1.02 }
  .cover .count { color: #e2b860 }
  .cover .person { color: #f5f1e8; border-color: #ffffff33 } .cover .person small { color: #ffffffb3 }
  .cover .speaking { border-color: #e2b860; background: #ffffff1f } .cover .speaking b { background: #b98a2c }
`;
