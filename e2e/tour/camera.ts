/// <reference lib="dom" />
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** Seconds a picture stands while something moves. */
const tick = 0.08;

type Shot = { picture: string; seconds: number };
type Line = { start: number; end: number; text: string };

type CameraOptions = {
  /** Goes through the scenes without filming: only the screens are kept. */
  rehearsal?: boolean;
};

/**
 * Films a page picture by picture, so the film does not depend on machine speed. Draws a pointer, because Chromium's
 * screenshots have none.
 */
export function createCamera(folder: string, first: Page, { rehearsal = false }: CameraOptions = {}) {
  let page = first;
  let at = { x: 900, y: 560 };
  let time = 0;
  const shots: Shot[] = [];
  const screens = new Map<string, Buffer>();
  const lines: Line[] = [];
  let poster: string | undefined;

  const shoot = async (seconds: number): Promise<void> => {
    if (rehearsal) return;
    await page.evaluate(drawPointer, at);
    const picture = join(folder, `${String(shots.length).padStart(4, '0')}.png`);
    await page.screenshot({ path: picture, animations: 'allow', caret: 'initial' });
    shots.push({ picture, seconds });
    time += seconds;
  };
  const hold = (seconds: number): Promise<void> => shoot(seconds);

  /** Films on until the condition holds, and at least so long. */
  const roll = async (seconds: number, until: () => Promise<boolean> = async () => true, most = 30): Promise<void> => {
    for (let rolled = 0; rolled < seconds || !(await until()); rolled += tick) {
      if (rolled > most) throw new Error(`After ${most} s of film it is still not there.`);
      await shoot(tick);
      await page.waitForTimeout(tick * (rehearsal ? 1000 : 500));
    }
  };

  const moveTo = async (target: Locator): Promise<void> => {
    await target.scrollIntoViewIfNeeded();
    if (rehearsal) return target.hover();
    const box = await target.boundingBox();
    if (!box) throw new Error(`${target.toString()} is not to be seen.`);
    const to = { x: box.x + Math.min(box.width / 2, 160), y: box.y + box.height / 2 };
    const from = at;
    const steps = Math.max(5, Math.min(10, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / 70)));
    for (let step = 1; step <= steps; step += 1) {
      const share = (1 - Math.cos((step / steps) * Math.PI)) / 2;
      at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      await page.mouse.move(at.x, at.y);
      await shoot(tick);
    }
    await hold(0.3);
  };

  return {
    shots,
    lines,
    /** Screens of the film by name, without the media that plays in them. */
    screens,
    hold,
    roll,
    moveTo,
    get page() {
      return page;
    },
    get poster() {
      return poster;
    },
    /** Remembers what the page looks like here, for the test that notices when it does not any more. */
    async keep(name: string): Promise<void> {
      await page.evaluate(hidePointer);
      const picture = await page.screenshot({ animations: 'disabled', mask: [page.locator('video')] });
      screens.set(name, picture);
    },
    /** The picture taken last stands for the film before it begins. */
    takePoster(): void {
      poster = shots.at(-1)?.picture;
    },
    /** Goes on in another tab. */
    async follow(next: Page): Promise<void> {
      page = next;
      await page.bringToFront();
    },
    /** Sets the caption from here until the next cue. */
    say(text: string): void {
      const last = lines.at(-1);
      if (last) last.end = time;
      lines.push({ start: time, end: time, text });
    },
    async click(target: Locator): Promise<void> {
      await moveTo(target);
      await target.click();
    },
    async type(target: Locator, text: string): Promise<void> {
      await target.focus();
      for (const part of text.match(/.{1,2}/gs) ?? []) {
        await page.keyboard.type(part);
        await shoot(tick);
      }
      await hold(0.4);
    },
    /** A sheet over the page: the beginning and the end. */
    async card(title: string, text: string, seconds: number): Promise<void> {
      if (rehearsal) return;
      await page.evaluate(drawCard, [title, text] as const);
      at = { x: 2000, y: 2000 };
      await hold(seconds);
      await page.evaluate(() => document.getElementById('tour-card')?.remove());
      at = { x: 900, y: 560 };
    },
    end(): number {
      const last = lines.at(-1);
      if (last) last.end = time;
      return time;
    },
  };
}

export type Camera = ReturnType<typeof createCamera>;

function drawPointer({ x, y }: { x: number; y: number }): void {
  let pointer = document.getElementById('tour-pointer');
  if (!pointer) {
    pointer = document.createElement('div');
    pointer.id = 'tour-pointer';
    pointer.style.cssText =
      'position:fixed;left:0;top:0;width:22px;height:30px;z-index:2147483647;pointer-events:none;' +
      'background:#1c1712;clip-path:polygon(0 0,0 78%,28% 60%,46% 100%,66% 91%,48% 53%,86% 53%);' +
      'filter:none;outline:0';
    const halo = document.createElement('div');
    halo.id = 'tour-halo';
    halo.style.cssText =
      'position:fixed;left:0;top:0;width:38px;height:38px;z-index:2147483646;pointer-events:none;' +
      'border-radius:50%;background:rgb(214 168 72 / .45)';
    document.documentElement.append(halo, pointer);
  }
  pointer.style.transform = `translate(${x}px,${y}px)`;
  const halo = document.getElementById('tour-halo');
  if (halo) halo.style.transform = `translate(${x - 15}px,${y - 15}px)`;
}

function hidePointer(): void {
  for (const id of ['tour-pointer', 'tour-halo']) document.getElementById(id)?.remove();
}

function drawCard([title, text]: readonly [string, string]): void {
  const card = document.createElement('div');
  card.id = 'tour-card';
  card.style.cssText =
    'position:fixed;inset:0;z-index:2147483645;display:grid;place-content:center;justify-items:center;gap:22px;' +
    'background:var(--paper);color:var(--ink);text-align:center';
  const mark = document.createElement('div');
  mark.innerHTML =
    '<svg viewBox="0 0 24 24" width="96" height="96"><path fill="var(--accent)" d="M2.5 7.2 12 3.6l9.5 3.6-2.3 5.4H4.8z"/><path fill="var(--brass)" d="M10.8 13.6h2.4v4.9h3.9v2.2H6.9v-2.2h3.9z"/></svg>';
  const heading = document.createElement('div');
  heading.textContent = title;
  heading.style.cssText = 'font:500 68px/1.05 "Newsreader Variable",serif;letter-spacing:-.012em';
  const line = document.createElement('div');
  line.textContent = text;
  line.style.cssText = 'font:400 26px/1.4 "Newsreader Variable",serif;color:var(--soft)';
  card.append(mark, heading, line);
  document.documentElement.append(card);
}
