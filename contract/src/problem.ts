import { mostUncutClips } from './rules/most-uncut-clips.ts';

/** Each code with the status of its group. */
const withStatus = <const Status extends number, const Texts extends Readonly<Record<string, string>>>(
  status: Status,
  texts: Texts,
) =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, { status, text }])) as {
    readonly [Code in keyof Texts]: { readonly status: Status; readonly text: Texts[Code] };
  };

/** Closed list of every problem shown to people. `text` tells the user how to proceed; causes go to the log only. */
export const problems = {
  ...withStatus(400, {
    bad_request: 'Something in this request is not as expected. Please check it and try again.',
    text_too_long: 'This text is too long. Please shorten it and try again.',
    missing_fields: 'Please fill in all fields.',
    bad_email: 'Please enter a valid email address.',
    bad_domain: 'Please enter a domain, such as example.org.',
    password_short: 'Password must be at least 3 characters long.',
    password_weak: 'Please choose a password of at least 8 characters.',
    password_long: 'Please choose a password of at most 200 characters.',
    password_common:
      'This password is easily guessed. Please choose another one, for example a few words that only you put together.',
    password_same: 'This is already your password. Please choose another one.',
    address_same: 'This is already your email address.',
    token_invalid: 'This link is no longer valid. Please request a new one.',
    sign_in_expired: 'This sign-in has expired or has already been used. Please sign in again.',
    sign_in_other_browser: 'This sign-in was begun in another browser. Please sign in again in this one.',
    archive_incomplete: 'The file was not received completely. Please send it again.',
    address_refused: 'This address cannot be used. Please give a public one that begins with https.',
    app_unknown:
      'The app that asks for access does not say who it is in a way that can be checked. Please tell whoever makes it.',
    app_address_unknown:
      'The answer would go to an address that the app does not name as its own. Nothing was sent there.',
    nothing_to_change: 'There is nothing to save in this request.',
    workspace_name_wrong: 'That is not the name of this workspace. Please type it as it is shown.',
    plan_unknown: 'This plan is no longer available. Please reload the page.',
    pack_unknown: 'This token pack is not available. Please reload the page.',
    card_refused: 'The card was declined.',
    bad_signature: 'The signature of this event is not valid.',
    logo_unread: 'This picture cannot be read. Please choose another one.',
    share_end_past: 'Please choose an expiry date in the future.',
    share_part_wrong: 'The part must begin before it ends, and end within the recording.',
    bad_content_range: 'The Content-Range header of this chunk is missing or wrong.',
    chunk_mismatch: 'The length of this chunk does not match its Content-Range.',
    clip_parts_missing: 'there are missing parameters',
    clip_times_invalid: 'Both timeIn and timeOut must be valid times in HH:MM:SS format.',
    clip_order: 'timeIn must be earlier than timeOut.',
    clip_beyond_end: 'timeOut must be earlier than video duration.',
    time_invalid: 'time must be valid times in HH:MM:SS format.',
    time_beyond_end: 'time must be earlier than video duration.',
    cursor_invalid: 'This cursor is not one of this list. Please begin again without a cursor.',
    key_of_request_invalid: 'An Idempotency-Key has between 1 and 255 letters, digits and signs, without spaces.',
  }),
  ...withStatus(401, {
    second_factor_needed: 'Please enter the code from your authenticator app.',
    second_factor_wrong: 'This code is wrong or has already been used. Please wait for the next one and try again.',
    unauthorized: 'Unauthorized',
    sign_in_due: 'Your company has to confirm that it is still you. Please sign in again.',
    bad_credentials: 'Wrong email or password. Please try again.',
  }),
  ...withStatus(402, {
    archive_too_large: 'This file is larger than your plan can hold. Export fewer recordings, or choose a larger plan.',
    plan_maximum: 'At the plan maximum. Delete a video to process another.',
    plan_minutes:
      'You have used all the minutes your plan includes. Delete a video or choose a larger plan to upload another.',
    membership_expired:
      'Your membership has expired. Renew it or choose a plan on the Plan Selection page to continue.',
    tokens_used_up: 'Your tokens are used up. Buy more tokens or wait for the next renewal.',
    professional_only:
      'The embeddable webinar portal is part of the Professional plan. Choose it on the Plan Selection page.',
    portal_resting: 'These webinars are not available at the moment. Please come back later.',
    uploads_unfinished: 'You have too many unfinished uploads. Finish or discard one, then try again.',
    uploads_too_large:
      'Together, your unfinished uploads exceed what your plan can hold. Finish or discard one, then try again.',
    people_full: 'Your plan includes no more people. Remove somebody, revoke an invitation or choose a larger plan.',
  }),
  ...withStatus(403, {
    password_wrong: 'That is not your current password. Please try again.',
    sign_in_again: 'Please sign out and sign in again first, so that we know it is you.',
    password_change_needed:
      'Please choose your own password first: the current one was printed when the service was installed.',
    second_factor_required: 'Administrators must use two-factor authentication here. Please set it up first.',
    forbidden: 'Forbidden',
    role_too_low: 'Your role in this workspace does not allow this.',
    key_refused: 'API keys do not open this address. They open those under /api/v1.',
    scope_missing: 'This API key is not for that. Make one with the scope that this call needs.',
    workspace_left: 'This workspace is not open to you any more. Please reload the page.',
    not_verified: 'Please verify your email address first. We have sent you the link again.',
    passwords_off: 'Passwords are turned off here. Please sign in with your company.',
    sign_in_declined: 'Your company did not sign you in. Please try again, or ask your administrator.',
    invitation_needed: 'You have no account here yet. Ask for an invitation from somebody who works with this service.',
    email_missing:
      'Your company did not tell us your email address. Please ask your administrator to share it with this service.',
    email_unverified:
      'Your company has not verified your email address, so we cannot use it to sign you in. Please ask your administrator.',
    administrators_only:
      'Your company does not list you as an administrator of this service. Please ask who is in charge.',
    deactivated: 'This account is deactivated. Please contact support.',
    share_resting: 'This recording is not available at the moment. Please come back later.',
    share_locked: 'Please enter the password for this link.',
    share_password_wrong: 'Wrong password. Please try again.',
  }),
  ...withStatus(404, {
    not_found: 'This item does not exist, or it is not yours.',
    invitation_unknown:
      'This invitation does not work. Please open the link in the newest email again, or ask for another invitation.',
    portal_gone: 'This collection of webinars no longer exists.',
    questions_off: 'These webinars do not take questions any more.',
    portal_video_gone: 'This webinar is no longer in this collection.',
    share_unknown: 'This link does not work. Please check it, or ask the sender for a new one.',
  }),
  ...withStatus(409, {
    second_factor_on: 'Two-factor authentication is already on for your account. Please reload the page.',
    second_factor_none: 'Two-factor authentication has been turned off for your account. Please reload the page.',
    email_taken: 'There is already an account with this email address. Sign in, or reset your password.',
    account_elsewhere:
      'The account with your email address is opened by another sign-in. Please ask the operator of this service.',
    role_by_company: 'The groups of your company decide this role. Please have it changed there.',
    workspace_full: 'The workspace of your company has no place left. Please ask whoever manages it.',
    domain_public: 'Anybody can get an email address of this domain. Please enter one that is yours alone.',
    domain_listed: 'This domain is already in your list.',
    domain_taken: 'Another workspace has proved that this domain is theirs. It has to be removed there first.',
    domain_unproved:
      'The record was not found. It can take some hours until a new one is seen everywhere. Please try again later.',
    domains_too_many: 'You already have 20 domains. Please remove one first.',
    keys_too_many: 'You already have 50 keys here. Please revoke one you no longer need.',
    already_verified: 'This address is already verified. Sign in.',
    already_in_workspace: 'This person is already in the workspace.',
    invited_already: 'This address has already been invited. You can send that invitation again.',
    invitation_other_address: 'This invitation was sent to another address than yours.',
    last_owner: 'Hand the workspace over before you leave.',
    hand_over_first: 'This person is the only owner of a workspace with others. Choose its new owner first.',
    handover_gone: 'This hand-over has been withdrawn or has expired. Please reload the page.',
    workspaces_too_many: 'You are already in 20 workspaces. Please leave one first.',
    trial_begun: 'Your own workspace has already had its trial. Choose a plan on the Plan Selection page.',
    not_ready: 'This video is still being prepared. Please try again in a moment.',
    chapters_changed: 'The chapters have been changed somewhere else. Please reload the page.',
    text_changed: 'This has been changed somewhere else. Save again to overwrite it.',
    line_changed: 'This line has been changed somewhere else. Save again to overwrite it.',
    no_such_track: 'This recording has no such track. Please reload the page.',
    lines_corrected:
      'Lines of this transcript have been corrected since you opened this. Please look again before you replace it.',
    speaker_changed: 'No speaker has that name any more; it was changed somewhere else.',
    words_changed:
      'These words are no longer in the transcript; it was changed somewhere else. Please reload the page and select them again.',
    highlights_too_many: 'You already have 1,000 highlights. Please remove one you no longer need.',
    terms_too_many: 'Your glossary already has 500 terms. Please remove one first.',
    form_taken: 'Another glossary term already uses these words. Please change that one instead.',
    rewrite_running: 'Your library is being changed at the moment. Please wait until that is done.',
    rewrite_over: 'This has already been done somewhere else. Please reload the page.',
    nothing_to_rewrite: 'There is nothing to change. Select at least one occurrence, or say what a term replaces.',
    nothing_to_undo:
      'This can no longer be undone because the texts have been rewritten since. Please reload the page.',
    edits_left: 'Some of your edits have no place in the chapters that come back. Please reload the page.',
    nothing_to_redraw: 'No other division is possible. Chapters you edited stay as they are.',
    no_transcript: 'No transcript yet: add captions.',
    no_slides: 'No text was found on the slides of this recording.',
    chapters_too_few: 'YouTube needs at least three chapters of 10 seconds or more.',
    export_running:
      'An export is already being downloaded. Please wait until it has finished, or cancel that download first.',
    import_running: 'An import is already running. Please wait until it has finished.',
    quotes_kept: 'Your own quotes fill this chapter, so there is no room for new ones. No tokens were used.',
    plan_held: 'You are already on this plan. It renews automatically.',
    no_downgrade: 'The Professional plan cannot be changed here. Please request a manual downgrade.',
    no_subscription: 'There is no subscription to cancel.',
    nothing_to_keep: 'Your subscription has not been cancelled, or it has ended already.',
    checkout_closed: 'This payment has already been closed. Please go back and start again.',
    portal_changed: 'This has been changed in another window or on another device.',
    shares_too_many: 'This recording already has 100 active links. Please revoke one you no longer need.',
    upload_complete: 'This upload had already finished. The recording is in your library; you can delete it there.',
    size_changed: 'The size of the file has changed since the upload began. Please start it again.',
    request_running: 'The same request is still being answered. Please try again in a moment.',
    request_interrupted:
      'The server was stopped after this request had been done, at least in part, and before it was answered. Please look at what is there. To do it again, send it under another key.',
    clips_unfinished: `You already have ${mostUncutClips} clips that are being cut. Please wait until one of them is ready, then try again.`,
    stopped: 'The operator of this service has stopped this. Please try again later or contact support.',
  }),
  ...withStatus(410, {
    recording_lost:
      'The recording of this video is not where it was kept any more. What was written about it is still here. If you have the file, please upload it again.',
    share_ended: 'This link has expired. Please ask the sender for a new one.',
    share_revoked: 'The sender has revoked this link.',
    upload_gone: 'This upload has expired or was cancelled. Please start it again.',
    removed_from_workspace: 'This stopped because the person who began it is not in the workspace any more.',
    invitation_used: 'This invitation has already been used. If it was by you, sign in.',
    invitation_revoked: 'This invitation has been revoked. Please ask the person who invited you.',
    invitation_expired: 'This invitation has expired. Please ask for a new one.',
  }),
  ...withStatus(412, {
    changed_meanwhile: 'This has been changed since you read it. Its present state is in this answer.',
  }),
  ...withStatus(413, {
    file_too_large: 'The file size exceeds the maximum of this service.',
    captions_too_large: 'This caption file is too large. The maximum is 10 MB.',
  }),
  ...withStatus(422, {
    archive_unreadable: 'This file is not a complete export. Please choose the ZIP file as it was downloaded.',
    archive_without_recordings:
      'This export contains only texts, not the recordings. Please make one with recordings and choose that.',
    no_passages: 'No passage with these words was found in this chapter. Please try other words.',
    empty_file: 'The file is empty. Please choose a recording.',
    not_media: 'No audio or video that can be read was found in this file. Please choose a recording.',
    broken_media:
      'This recording is damaged or incomplete and cannot be played. Please export it again and upload the new file.',
    unreadable_media:
      'This file could not be read: it contains no recording, or a damaged one. Please choose another file, or export the recording again.',
    protected_media:
      'This recording is protected (DRM), so that nobody can read it without its key. Please upload a copy that is not protected.',
    media_too_long: 'This recording is longer than 3 hours. Please cut it and upload the parts.',
    picture_too_large: 'The picture of this recording has more pixels than can be shown. The maximum is 8192 × 8192.',
    reading_stopped:
      'This file took too much memory or time to read, so we stopped. Please export it again and upload the new file.',
    source_missing: 'There is no file at this URL, or it is not open to everybody. Please check it.',
    source_is_page:
      'This URL leads to a web page, not to a recording. Please give the URL of the file itself, from which it is downloaded.',
    captions_unreadable:
      'No captions could be read from this file. Please choose a caption file, such as WebVTT or SRT, or a transcript as text.',
    no_words: 'No words were recognised in this recording. If someone speaks in it, please add captions.',
    request_differs: 'This Idempotency-Key belongs to another request. Please choose a new one.',
    speech_declined: 'The speech service rejected the audio of this recording. Please add captions.',
  }),
  ...withStatus(428, {
    version_needed: 'Please say in If-Match which version you have read: its ETag, or * for any.',
  }),
  ...withStatus(429, {
    too_many_tries: 'Too many attempts. Please wait a few minutes and try again.',
    too_many_invitations: 'Too many invitations were sent in the last hour. Please try again later.',
    too_many_requests: 'Too many requests from your network. Please wait a few seconds and try again.',
  }),
  ...withStatus(500, {
    media_unread:
      'We could not read this recording because of something unexpected in it. The file has been kept. Please try again, or contact support.',
    clip_failed: 'Error to cut video',
    media_failed: 'The recording could not be processed. Please try again.',
    speech_failed: 'Speech recognition failed. Please try again or add captions.',
    interrupted: 'This was interrupted several times and could not be completed. Please try again, or contact support.',
    internal: 'Something went wrong. Please try again.',
  }),
  ...withStatus(502, {
    sign_in_untrusted: 'The answer of your company could not be trusted. Please sign in again.',
    sign_in_stale:
      'The answer of your company is too old or from the future. Please sign in again; if that does not help, its clock or ours is wrong.',
    sign_in_misconfigured:
      'Signing in with your company is not set up rightly here, which the operator of this service must mend.',
    source_failed:
      'The server at this URL did not answer, or stopped before the whole recording had come. Please try again later.',
    payment_failed: 'The payment service cannot be reached. Nothing was charged. Please try again in a moment.',
    payment_state_unknown:
      'The payment service did not answer, so we do not know yet whether this went through. Please do not pay again: it will show here as soon as we know.',
    payments_not_set_up:
      'Payments are not set up rightly here, which the operator must mend. No new payment can be made meanwhile, and what you have paid will show here.',
  }),
  ...withStatus(503, {
    sign_in_away: 'The sign-in of your company cannot be reached right now. Please try again in a moment.',
    domain_unanswered: 'The name servers of this domain do not answer right now. Please try again later.',
    busy: 'The service is very busy. Please try again in a few seconds.',
    storage_unavailable: 'Recordings cannot be reached right now. Please try again in a minute.',
    storage_away: 'The storage for recordings cannot be reached right now. Please try again in a minute.',
    media_pending: 'The recording has arrived and is being prepared. Please wait a moment.',
    media_engine_missing:
      'This needs ffmpeg, which is not installed on the server. Please ask the operator to install it.',
    speech_unreachable:
      'No transcript yet: the server could not download the speech model. Please add captions, or try again later.',
    speech_refused:
      'Speech recognition is not configured correctly on this service. Please contact support, or add captions.',
    speech_busy: 'The speech service is overloaded. Please try again in a few minutes, or add captions.',
    speech_unpaid: 'The speech service has no credit left. Please contact support, or add captions.',
    language_failed: 'The language model did not answer. Please try again in a moment.',
    language_refused: 'The language model is not configured correctly on this service. Please contact support.',
    unavailable: 'The service is restarting. Please try again in a moment.',
    database_away: 'The service cannot reach its database right now. Please try again in a moment.',
  }),
  ...withStatus(504, {
    took_too_long: 'This took too long and was stopped. Please try again, or contact support.',
  }),
  ...withStatus(507, {
    disk_full: 'The server does not have enough disk space for this file. Please contact support.',
  }),
};

export type ProblemCode = keyof typeof problems;

/** Failures that a later attempt may cure; a job retries these and gives up on all others at once. */
const retryable: ReadonlySet<ProblemCode> = new Set([
  'media_failed',
  'source_failed',
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

/** Other person who has changed what was to be changed, and when (ISO 8601). */
export type ChangedBy = { name: string; at: string };

/** A failure of the closed list. `detail` replaces the user's text where a figure makes it clearer. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  /** Text for the user. */
  readonly text: string;
  readonly retryable: boolean;
  readonly by: ChangedBy | undefined;

  constructor(code: ProblemCode, { cause, detail, by }: { cause?: unknown; detail?: string; by?: ChangedBy } = {}) {
    const text = detail ?? problems[code].text;
    super(text, { cause });
    this.code = code;
    this.status = problems[code].status;
    this.text = text;
    this.retryable = retryable.has(code);
    this.by = by;
  }
}
