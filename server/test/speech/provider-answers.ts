import type { CannedAnswer, ReceivedRequest } from '../fault-server.ts';

/** Words with their beginnings and ends in seconds. */
const wordsAt = (said: string): { word: string; start: number; end: number }[] =>
  said.split(', ').map((each) => {
    const [word = '', start, end] = each.split(' ');
    return { word, start: Number(start), end: Number(end) };
  });

/**
 * Handwritten provider answers in the documented shape, for the eight seconds of `spoken`. No real provider was asked.
 */
export const openAiAnswer = {
  task: 'transcribe',
  language: 'english',
  duration: 7.9,
  text: 'Welcome to the webinar. Today we talk about end-to-end testing, and "chapters". Thank you!',
  words: wordsAt(
    'Welcome 1.1 1.5, to 1.5 1.6, the 1.6 1.7, webinar 1.7 2.3, Today 2.9 3.2, we 3.2 3.3, talk 3.3 3.6, about 3.6 3.9, ' +
      'end 3.9 4.0, to 4.0 4.1, end 4.1 4.2, testing 4.2 4.7, and 4.8 4.9, chapters 4.9 5.5, Thank 6.2 6.4, you 6.4 6.6',
  ),
  segments: [
    { id: 0, seek: 0, start: 1.1, end: 2.9, text: ' Welcome to the webinar.', tokens: [50364], avg_logprob: -0.1 },
    {
      id: 1,
      seek: 0,
      start: 2.9,
      end: 5.6,
      text: ' Today we talk about end-to-end testing, and "chapters".',
      avg_logprob: -0.2,
    },
    { id: 2, seek: 0, start: 6.2, end: 6.7, text: ' Thank you!', avg_logprob: -0.7 },
  ],
  usage: { type: 'duration', seconds: 8 },
};

export const deepgramAnswer = {
  metadata: { request_id: 'a1b2', sha256: 'c3', created: '2026-11-21T10:00:00.000Z', duration: 7.9, channels: 1 },
  results: {
    channels: [
      {
        detected_language: 'en',
        language_confidence: 0.99,
        alternatives: [
          {
            transcript: 'Welcome to the webinar. Thank you, and goodbye.',
            confidence: 0.99,
            words: [
              ['welcome', 1.1, 1.5, 0.99, 0, 'Welcome'],
              ['to', 1.5, 1.6, 0.99, 0, 'to'],
              ['the', 1.6, 1.7, 0.98, 0, 'the'],
              ['webinar', 1.7, 2.3, 0.97, 0, 'webinar.'],
              ['thank', 6.2, 6.4, 0.9, 1, 'Thank'],
              ['you', 6.4, 6.6, 0.91, 1, 'you,'],
              ['and', 6.7, 6.8, 0.92, 1, 'and'],
              ['goodbye', 6.8, 7.4, 0.93, 1, 'goodbye.'],
            ].map(([word, start, end, confidence, speaker, punctuated_word]) => ({
              word,
              start,
              end,
              confidence,
              speaker,
              speaker_confidence: 0.8,
              punctuated_word,
            })),
          },
        ],
      },
    ],
  },
};

const assemblyAiAnswer = {
  id: 'job-1',
  status: 'completed',
  language_code: 'en_us',
  text: 'Welcome to the webinar. Thank you.',
  audio_duration: 8,
  confidence: 0.95,
  words: wordsAt(
    'Welcome 1100 1500, to 1500 1600, the 1600 1700, webinar. 1700 2300, Thank 6200 6400, you. 6400 6600',
  ).map(({ word, start, end }, n) => ({ text: word, start, end, confidence: 0.95, speaker: n < 4 ? 'A' : 'B' })),
  utterances: [],
};

/** AssemblyAI as its documentation describes it; a job is done after so many looks at it. */
export function assemblyAiAnswers(looks = 2) {
  const seen = new Map<string, number>();
  let sounds = 0;
  const json = (value: unknown, status = 200): CannedAnswer => ({ status, body: JSON.stringify(value) });
  const provider = {
    looks,
    jobs: [] as { id: string; audio: string }[],
    answer({ method, path, body }: ReceivedRequest): CannedAnswer {
      if (path === '/v2/upload') return json({ upload_url: `https://cdn.test/upload/${(sounds += 1)}` });
      if (path.startsWith('/v2/transcript?'))
        return json({
          transcripts: provider.jobs.map(({ id, audio }) => ({ id, audio_url: audio, status: 'queued' })),
        });
      if (method === 'POST') {
        const { audio_url: audio } = JSON.parse(body.toString()) as { audio_url: string };
        const job = { id: `job-${provider.jobs.length + 1}`, audio };
        provider.jobs.push(job);
        return json({ id: job.id, status: 'queued' });
      }
      const job = provider.jobs.find(({ id }) => path === `/v2/transcript/${id}`);
      if (!job) return json({ error: 'Transcript lookup error, transcript id not found' }, 404);
      const before = seen.get(job.id) ?? 0;
      seen.set(job.id, before + 1);
      if (before < provider.looks) return json({ id: job.id, status: before === 0 ? 'queued' : 'processing' });
      return json({ ...assemblyAiAnswer, id: job.id });
    },
  };
  return provider;
}
