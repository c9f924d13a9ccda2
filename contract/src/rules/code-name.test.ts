import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCodeName } from './code-name.ts';

const codes = [
  // Zoom, in the cloud and on a disk
  'GMT20260114-150000_Recording_1920x1080.mp4',
  'GMT20260114-150000_Recording_avo_1920x1080.mp4',
  'zoom_0.mp4',
  'video1234567890.mp4',
  'audio_only.m4a',
  'double_click_to_convert_01.zoom',
  // Teams, Meet, Webex
  'Meeting in _General_-20260114_150000-Meeting Recording.mp4',
  'Besprechung-20260114_150000-Besprechungsaufzeichnung.mp4',
  'abc-defg-hij (2026-01-14 15:00 GMT+1).mp4',
  'Webex meeting-20260114 1500-1.mp4',
  // OBS, QuickTime, phones and cameras
  '2026-01-14 15-00-00.mkv',
  '2026-01-14_15.00.00.mp4',
  'Screen Recording 2026-01-14 at 15.00.00.mov',
  'Bildschirmaufnahme 2026-01-14 um 15.00.00.mov',
  'IMG_0042.MOV',
  'IMG-20260114-WA0003.mp4',
  'DSC01234.MTS',
  'GX010123.MP4',
  'PXL_20260114_150000123.mp4',
  'WhatsApp Video 2026-01-14 at 15.00.00.mp4',
  // Digests and keys
  'Tinyrec 1f4f 402a ac1b.mp4',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301.mp4',
  'dQw4w9WgXcQ.webm',
  'd41d8cd98f00b204e9800998ecf8427e',
  // Habits
  'Untitled.mp4',
  'New Recording 12.m4a',
  'final_v2 (1).mp4',
  'output.mp4',
  'videoplayback.mp4',
  '录制 2026-01-14.mp4',
  '14 January 2026.mp4',
  '20260114.mp4',
  '',
];
const names = [
  'Pricing that scales.mp4',
  'Weekly standup-20260114_150000-Meeting Recording.mp4',
  'Weekly Sync – 2026/01/14 15:00 CET – Recording.mp4',
  'GMT20260114-150000_Pricing.mp4',
  'Call with Grace Hopper-20260114_150000-Meeting Recording.mp4',
  'Qmsum committee education 0',
  'webinar-how-to-price.mp4',
  'how-they-did.mp4',
  'B2B2C webinar.mp4',
  'ISO27001.mp4',
  'Q3 2026.mp4',
  'GPT5 launch.mp4',
  'CVE-2021-31876.mp4',
  'Bitcoin Optech Newsletter #315 Recap',
  'Product launch 3f2504e0-4f89-41d3-9a0c-0305e82c3301.mp4',
  '产品发布会.mp4',
  'Запуск продукта 2026-01-14.mp4',
  'Café.mp4',
  '5 am club.mp4',
];

describe('names of files', () => {
  for (const name of codes)
    it(`recognizes codes in file names like ${JSON.stringify(name)}`, () => assert.equal(isCodeName(name), true));
  for (const name of names)
    it(`recognizes words in file names like ${JSON.stringify(name)}`, () => assert.equal(isCodeName(name), false));
});
