import assert from 'node:assert/strict';
import { it } from 'node:test';
import { textLimits } from '@lectern/contract/rules/longest';
import { archiveFormat, ExportManifest, videoFile } from './format.ts';

const long = 'a'.repeat(1_000_000);

const told = {
  title: 'A talk',
  title_by_person: false,
  description: '',
  description_by_person: false,
  summary: '',
  summary_by_person: false,
  created_at: '2026-11-27T12:00:00Z',
  file_name: null,
  duration: 60,
  kind: 'video',
  transcript_source: null,
  transcript_language: 'en',
  recording: 'recording.mp4',
  chapters: [
    {
      start: 0,
      end: 60,
      title: 'One',
      summary: '',
      quotes: [{ quote: 'Words.', timecode: '00:00:00' }],
      search: '',
      edited: [],
    },
  ],
  clips: [],
};

it('leaves out a language and cuts a time of a million letters and says so, when an archive has them', () => {
  let cuts = 0;
  const [chapter] = told.chapters;
  const video = videoFile(() => (cuts += 1)).parse({
    ...told,
    transcript_language: long,
    chapters: [{ ...chapter, quotes: [{ quote: 'Words.', timecode: long }] }],
  });
  assert.equal(video.transcript_language, '');
  assert.equal(video.chapters[0]!.quotes[0]!.timecode.length, textLimits.timecode);
  assert.equal(cuts, 2);
});

it('takes texts as they are, when they are no longer than is kept', () => {
  const video = videoFile(() => assert.fail('nothing is cut')).parse(told);
  assert.equal(video.transcript_language, 'en');
  assert.equal(video.chapters[0]!.quotes[0]!.timecode, '00:00:00');
});

it('refuses a name, when it is longer than any path', () => {
  assert.equal(videoFile().safeParse({ ...told, recording: long }).success, false);
});

it('refuses a list, when it names a folder twice', () => {
  const list = { ...archiveFormat, created_at: told.created_at, videos: ['videos/a', 'videos/b'], files: [] };
  assert.equal(ExportManifest.safeParse(list).success, true);
  assert.equal(ExportManifest.safeParse({ ...list, videos: ['videos/a', 'videos/a'] }).success, false);
});
