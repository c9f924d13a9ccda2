import { mostUncutClips } from './rules/most-uncut-clips.ts';

/** Closed list of every problem shown to people. `text` tells the user how to proceed; causes go to the log only. */
export const problems = {
  bad_request: { status: 400, text: 'Something in this request is not as expected. Please check it and try again.' },
  text_too_long: { status: 400, text: 'This text is too long. Please shorten it and try again.' },
  missing_fields: { status: 400, text: 'Please fill in all fields.' },
  bad_email: { status: 400, text: 'Please enter a valid email address.' },
  password_short: { status: 400, text: 'Password must be at least 3 characters long.' },
  password_weak: { status: 400, text: 'Please choose a password of at least 8 characters.' },
  password_long: { status: 400, text: 'Please choose a password of at most 200 characters.' },
  password_common: {
    status: 400,
    text: 'This password is easily guessed. Please choose another one, for example a few words that only you put together.',
  },
  password_same: { status: 400, text: 'This is already your password. Please choose another one.' },
  password_wrong: { status: 403, text: 'That is not your current password. Please try again.' },
  password_change_needed: {
    status: 403,
    text: 'Please choose your own password first: the current one was printed when the service was installed.',
  },
  address_same: { status: 400, text: 'This is already your email address.' },
  second_factor_needed: { status: 401, text: 'Please enter the code from your authenticator app.' },
  second_factor_wrong: {
    status: 401,
    text: 'This code is wrong or has already been used. Please wait for the next one and try again.',
  },
  second_factor_on: {
    status: 409,
    text: 'Two-factor authentication is already on for your account. Please reload the page.',
  },
  second_factor_none: {
    status: 409,
    text: 'Two-factor authentication has been turned off for your account. Please reload the page.',
  },
  second_factor_required: {
    status: 403,
    text: 'Administrators must use two-factor authentication here. Please set it up first.',
  },
  unauthorized: { status: 401, text: 'Unauthorized' },
  forbidden: { status: 403, text: 'Forbidden' },
  bad_credentials: { status: 401, text: 'Wrong email or password. Please try again.' },
  not_verified: { status: 403, text: 'Please verify your email address first. We have sent you the link again.' },
  deactivated: { status: 403, text: 'This account is deactivated. Please contact support.' },
  email_taken: {
    status: 409,
    text: 'There is already an account with this email address. Sign in, or reset your password.',
  },
  token_invalid: { status: 400, text: 'This link is no longer valid. Please request a new one.' },
  already_verified: { status: 409, text: 'This address is already verified. Sign in.' },
  too_many_tries: { status: 429, text: 'Too many attempts. Please wait a few minutes and try again.' },

  too_many_requests: {
    status: 429,
    text: 'Too many requests from your network. Please wait a few seconds and try again.',
  },
  busy: { status: 503, text: 'The service is very busy. Please try again in a few seconds.' },

  not_found: { status: 404, text: 'This item does not exist, or it is not yours.' },
  recording_lost: {
    status: 410,
    text: 'The recording of this video is not where it was kept any more. What was written about it is still here. If you have the file, please upload it again.',
  },
  not_ready: { status: 409, text: 'This video is still being prepared. Please try again in a moment.' },
  chapters_changed: { status: 409, text: 'The chapters have been changed somewhere else. Please reload the page.' },
  text_changed: { status: 409, text: 'This has been changed somewhere else. Save again to overwrite it.' },
  line_changed: { status: 409, text: 'This line has been changed somewhere else. Save again to overwrite it.' },
  no_such_track: { status: 409, text: 'This recording has no such track. Please reload the page.' },
  lines_corrected: {
    status: 409,
    text: 'Lines of this transcript have been corrected since you opened this. Please look again before you replace it.',
  },
  speaker_changed: { status: 409, text: 'No speaker has that name any more; it was changed somewhere else.' },
  words_changed: {
    status: 409,
    text: 'These words are no longer in the transcript; it was changed somewhere else. Please reload the page and select them again.',
  },
  highlights_too_many: {
    status: 409,
    text: 'You already have 1,000 highlights. Please remove one you no longer need.',
  },
  terms_too_many: { status: 409, text: 'Your glossary already has 500 terms. Please remove one first.' },
  form_taken: { status: 409, text: 'Another glossary term already uses these words. Please change that one instead.' },
  rewrite_running: {
    status: 409,
    text: 'Your library is being changed at the moment. Please wait until that is done.',
  },
  rewrite_over: { status: 409, text: 'This has already been done somewhere else. Please reload the page.' },
  nothing_to_rewrite: {
    status: 409,
    text: 'There is nothing to change. Select at least one occurrence, or say what a term replaces.',
  },
  nothing_to_undo: {
    status: 409,
    text: 'This can no longer be undone because the texts have been rewritten since. Please reload the page.',
  },
  edits_left: {
    status: 409,
    text: 'Some of your edits have no place in the chapters that come back. Please reload the page.',
  },
  nothing_to_redraw: {
    status: 409,
    text: 'No other division is possible. Chapters you edited stay as they are.',
  },
  no_transcript: { status: 409, text: 'No transcript yet: add captions.' },
  no_slides: { status: 409, text: 'No text was found on the slides of this recording.' },
  chapters_too_few: { status: 409, text: 'YouTube needs at least three chapters of 10 seconds or more.' },
  archive_unreadable: {
    status: 422,
    text: 'This file is not a complete export. Please choose the ZIP file as it was downloaded.',
  },
  archive_without_recordings: {
    status: 422,
    text: 'This export contains only texts, not the recordings. Please make one with recordings and choose that.',
  },
  archive_too_large: {
    status: 402,
    text: 'This file is larger than your plan can hold. Export fewer recordings, or choose a larger plan.',
  },
  archive_incomplete: { status: 400, text: 'The file was not received completely. Please send it again.' },
  export_running: {
    status: 409,
    text: 'An export is already being downloaded. Please wait until it has finished, or cancel that download first.',
  },
  import_running: { status: 409, text: 'An import is already running. Please wait until it has finished.' },
  no_passages: { status: 422, text: 'No passage with these words was found in this chapter. Please try other words.' },
  quotes_kept: {
    status: 409,
    text: 'Your own quotes fill this chapter, so there is no room for new ones. No tokens were used.',
  },
  nothing_to_change: { status: 400, text: 'There is nothing to save in this request.' },

  plan_maximum: { status: 402, text: 'At the plan maximum. Delete a video to process another.' },
  plan_minutes: {
    status: 402,
    text: 'You have used all the minutes your plan includes. Delete a video or choose a larger plan to upload another.',
  },
  membership_expired: {
    status: 402,
    text: 'Your membership has expired. Renew it or choose a plan on the Plan Selection page to continue.',
  },
  tokens_used_up: { status: 402, text: 'Your tokens are used up. Buy more tokens or wait for the next renewal.' },

  plan_held: { status: 409, text: 'You are already on this plan. It renews automatically.' },
  no_downgrade: {
    status: 409,
    text: 'The Professional plan cannot be changed here. Please request a manual downgrade.',
  },
  no_subscription: { status: 409, text: 'There is no subscription to cancel.' },
  nothing_to_keep: { status: 409, text: 'Your subscription has not been cancelled, or it has ended already.' },
  plan_unknown: { status: 400, text: 'This plan is no longer available. Please reload the page.' },
  pack_unknown: { status: 400, text: 'This token pack is not available. Please reload the page.' },
  card_refused: { status: 400, text: 'The card was declined.' },
  checkout_closed: { status: 409, text: 'This payment has already been closed. Please go back and start again.' },
  payment_failed: {
    status: 502,
    text: 'The payment service cannot be reached. Nothing was charged. Please try again in a moment.',
  },
  payment_state_unknown: {
    status: 502,
    text: 'The payment service did not answer, so we do not know yet whether this went through. Please do not pay again: it will show here as soon as we know.',
  },
  payments_not_set_up: {
    status: 502,
    text: 'Payments are not set up rightly here, which the operator must mend. No new payment can be made meanwhile, and what you have paid will show here.',
  },
  bad_signature: { status: 400, text: 'The signature of this event is not valid.' },

  professional_only: {
    status: 402,
    text: 'The embeddable webinar portal is part of the Professional plan. Choose it on the Plan Selection page.',
  },
  portal_changed: { status: 409, text: 'This has been changed in another window or on another device.' },
  logo_unread: { status: 400, text: 'This picture cannot be read. Please choose another one.' },
  portal_gone: { status: 404, text: 'This collection of webinars no longer exists.' },
  portal_video_gone: { status: 404, text: 'This webinar is no longer in this collection.' },
  portal_resting: { status: 402, text: 'These webinars are not available at the moment. Please come back later.' },

  share_unknown: { status: 404, text: 'This link does not work. Please check it, or ask the sender for a new one.' },
  share_ended: { status: 410, text: 'This link has expired. Please ask the sender for a new one.' },
  share_revoked: { status: 410, text: 'The sender has revoked this link.' },
  share_resting: { status: 403, text: 'This recording is not available at the moment. Please come back later.' },
  share_locked: { status: 403, text: 'Please enter the password for this link.' },
  share_password_wrong: { status: 403, text: 'Wrong password. Please try again.' },
  share_end_past: { status: 400, text: 'Please choose an expiry date in the future.' },
  share_part_wrong: { status: 400, text: 'The part must begin before it ends, and end within the recording.' },
  shares_too_many: {
    status: 409,
    text: 'This recording already has 100 active links. Please revoke one you no longer need.',
  },

  upload_gone: { status: 410, text: 'This upload has expired or was cancelled. Please start it again.' },
  upload_complete: {
    status: 409,
    text: 'This upload had already finished. The recording is in your library; you can delete it there.',
  },
  uploads_unfinished: {
    status: 402,
    text: 'You have too many unfinished uploads. Finish or discard one, then try again.',
  },
  uploads_too_large: {
    status: 402,
    text: 'Together, your unfinished uploads exceed what your plan can hold. Finish or discard one, then try again.',
  },
  bad_content_range: { status: 400, text: 'The Content-Range header of this chunk is missing or wrong.' },
  chunk_mismatch: { status: 400, text: 'The length of this chunk does not match its Content-Range.' },
  size_changed: {
    status: 409,
    text: 'The size of the file has changed since the upload began. Please start it again.',
  },
  file_too_large: { status: 413, text: 'The file size exceeds the maximum of this service.' },
  empty_file: { status: 422, text: 'The file is empty. Please choose a recording.' },
  not_media: {
    status: 422,
    text: 'No audio or video that can be read was found in this file. Please choose a recording.',
  },
  broken_media: {
    status: 422,
    text: 'This recording is damaged or incomplete and cannot be played. Please export it again and upload the new file.',
  },
  unreadable_media: {
    status: 422,
    text: 'This file could not be read: it contains no recording, or a damaged one. Please choose another file, or export the recording again.',
  },
  protected_media: {
    status: 422,
    text: 'This recording is protected (DRM), so that nobody can read it without its key. Please upload a copy that is not protected.',
  },
  media_too_long: { status: 422, text: 'This recording is longer than 3 hours. Please cut it and upload the parts.' },
  picture_too_large: {
    status: 422,
    text: 'The picture of this recording has more pixels than can be shown. The maximum is 8192 × 8192.',
  },
  reading_stopped: {
    status: 422,
    text: 'This file took too much memory or time to read, so we stopped. Please export it again and upload the new file.',
  },
  media_unread: {
    status: 500,
    text: 'We could not read this recording because of something unexpected in it. The file has been kept. Please try again, or contact support.',
  },
  captions_unreadable: {
    status: 422,
    text: 'No captions could be read from this file. Please choose a caption file, such as WebVTT or SRT, or a transcript as text.',
  },
  captions_too_large: { status: 413, text: 'This caption file is too large. The maximum is 10 MB.' },
  storage_unavailable: { status: 503, text: 'Recordings cannot be reached right now. Please try again in a minute.' },
  storage_away: {
    status: 503,
    text: 'The storage for recordings cannot be reached right now. Please try again in a minute.',
  },
  media_pending: { status: 503, text: 'The recording has arrived and is being prepared. Please wait a moment.' },
  disk_full: { status: 507, text: 'The server does not have enough disk space for this file. Please contact support.' },

  clip_parts_missing: { status: 400, text: 'there are missing parameters' },
  clip_times_invalid: { status: 400, text: 'Both timeIn and timeOut must be valid times in HH:MM:SS format.' },
  clip_order: { status: 400, text: 'timeIn must be earlier than timeOut.' },
  clip_beyond_end: { status: 400, text: 'timeOut must be earlier than video duration.' },
  clips_unfinished: {
    status: 409,
    text: `You already have ${mostUncutClips} clips that are being cut. Please wait until one of them is ready, then try again.`,
  },
  clip_failed: { status: 500, text: 'Error to cut video' },
  time_invalid: { status: 400, text: 'time must be valid times in HH:MM:SS format.' },
  time_beyond_end: { status: 400, text: 'time must be earlier than video duration.' },

  media_engine_missing: {
    status: 503,
    text: 'This needs ffmpeg, which is not installed on the server. Please ask the operator to install it.',
  },
  media_failed: { status: 500, text: 'The recording could not be processed. Please try again.' },
  speech_failed: { status: 500, text: 'Speech recognition failed. Please try again or add captions.' },
  no_words: {
    status: 422,
    text: 'No words were recognised in this recording. If someone speaks in it, please add captions.',
  },
  speech_unreachable: {
    status: 503,
    text: 'No transcript yet: the server could not download the speech model. Please add captions, or try again later.',
  },
  speech_refused: {
    status: 503,
    text: 'Speech recognition is not configured correctly on this service. Please contact support, or add captions.',
  },
  speech_busy: {
    status: 503,
    text: 'The speech service is overloaded. Please try again in a few minutes, or add captions.',
  },
  speech_unpaid: {
    status: 503,
    text: 'The speech service has no credit left. Please contact support, or add captions.',
  },
  speech_declined: {
    status: 422,
    text: 'The speech service rejected the audio of this recording. Please add captions.',
  },
  language_failed: { status: 503, text: 'The language model did not answer. Please try again in a moment.' },
  language_refused: {
    status: 503,
    text: 'The language model is not configured correctly on this service. Please contact support.',
  },
  stopped: {
    status: 409,
    text: 'The operator of this service has stopped this. Please try again later or contact support.',
  },
  interrupted: {
    status: 500,
    text: 'This was interrupted several times and could not be completed. Please try again, or contact support.',
  },
  took_too_long: { status: 504, text: 'This took too long and was stopped. Please try again, or contact support.' },
  unavailable: { status: 503, text: 'The service is restarting. Please try again in a moment.' },
  database_away: {
    status: 503,
    text: 'The service cannot reach its database right now. Please try again in a moment.',
  },
  internal: { status: 500, text: 'Something went wrong. Please try again.' },
} as const;

export type ProblemCode = keyof typeof problems;

/** Failures that a later attempt may cure; a job retries these and gives up on all others at once. */
const retryable: ReadonlySet<ProblemCode> = new Set([
  'media_failed',
  'speech_failed',
  'speech_busy',
  'language_failed',
  'clip_failed',
  'unavailable',
  'busy',
  'database_away',
  'took_too_long',
  'interrupted',
  'internal',
  'storage_unavailable',
  'storage_away',
  'disk_full',
  'media_pending',
  'payment_failed',
  'payment_state_unknown',
  'payments_not_set_up',
]);

/** A failure of the closed list. `detail` replaces the user's text where a figure makes it clearer. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  /** Text for the user. */
  readonly text: string;
  readonly retryable: boolean;

  constructor(code: ProblemCode, { cause, detail }: { cause?: unknown; detail?: string } = {}) {
    const text = detail ?? problems[code].text;
    super(text, { cause });
    this.code = code;
    this.status = problems[code].status;
    this.text = text;
    this.retryable = retryable.has(code);
  }
}
