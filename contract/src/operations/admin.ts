import { z } from 'zod';
import { Device, LoggedOut, NewDevice, Plan, SubscriptionStatus } from '../accounts/accounts.ts';
import { securityEventKinds } from '../rules/security-events.ts';
import { routes } from '../route.ts';
import { boundedText, formText, sentText } from '../text.ts';
import { Health, QuarantinedFiles } from './upkeep.ts';

const Message = z.object({ msg: sentText });
const Id = z.uuid();
const When = z.iso.datetime();

/** Characters of a text that rows are filtered by. */
export const longestFilter = 200;

/** A day of the calendar, yyyy-MM-dd. */
const Day = z.iso.date();

/** A day that a list may have shown as an instant: it is that day in UTC. */
const DayOrInstant = boundedText(40)
  .transform((text) => (When.safeParse(text).success ? text.slice(0, 10) : text))
  .pipe(Day);

/** Rows of one answer. A caller that knows nothing of pages gets so many, and `total` says how many there are. */
const mostRows = 1000;

/** Which part of a table: a page (from 1) of so many rows, sorted by a column, filtered by a part of a text. */
export const Listing = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(mostRows).default(mostRows),
  sort: boundedText(40).default(''),
  order: z.enum(['asc', 'desc']).default('desc'),
  q: boundedText(longestFilter).default(''),
});
export type TableQuery = z.infer<typeof Listing>;

export const table = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), total: z.number() });

export const AdminSession = z.object({ id: Id, email: sentText, token: sentText });
export type AdminSession = z.infer<typeof AdminSession>;

/** Minutes of a member's recordings at the media provider. Months are in UTC. */
const Minutes = z.object({ stored: z.number(), delivered: z.number(), delivered_last_month: z.number() });

export const AdminUser = z.object({
  _id: Id,
  firstname: sentText,
  lastname: sentText,
  email: sentText,
  plan: Plan,
  active_videos: z.number(),
  posted_videos: z.number(),
  token_balance: z.number(),
  is_active: z.boolean(),
  subscription_status: SubscriptionStatus,
  membership_start: When.nullable(),
  membership_end: When.nullable(),
  created_at: When,
  /** Null: the global default, which comes with the list. */
  openai_prompt: sentText.nullable(),
  /** Whether signing in asks for the code of an app. */
  second_factor: z.boolean(),
  /** Null where this server keeps and delivers recordings itself. */
  minutes: Minutes.nullable(),
});
export type AdminUser = z.infer<typeof AdminUser>;

/** Fields of an account that an administrator can set, as the form displayed them. */
const SeenUser = AdminUser.pick({
  firstname: true,
  lastname: true,
  plan: true,
  subscription_status: true,
  is_active: true,
  openai_prompt: true,
})
  .extend({
    firstname: boundedText(1000),
    lastname: boundedText(1000),
    openai_prompt: boundedText(20_000).nullable(),
    membership_end: Day.nullable(),
  })
  .partial();
export type DisplayedUserFields = z.infer<typeof SeenUser>;

/** The person of an entry; null where their account was deleted. */
const Owner = z.object({ _id: Id, email: sentText });

export const AdminVideo = z.object({
  _id: Id,
  userId: Owner,
  thumbnail: sentText.nullable(),
  title: sentText,
  assetId: sentText,
  is_deleted: z.boolean(),
  /** Its recording is not where it was kept. */
  is_lost: z.boolean(),
  created_at: When,
});
export type AdminVideo = z.infer<typeof AdminVideo>;

export const TokenRecord = z.object({
  _id: Id,
  user: Owner.nullable(),
  muxVideoId: z.object({ _id: Id, title: sentText }).nullable(),
  operationType: sentText,
  /** By the count of the model's provider, else characters divided by 4, rounded. */
  tokens_sent: z.number(),
  tokens_received: z.number(),
  /** Each call of a language model. */
  calls: z.array(z.object({ sent: z.number(), received: z.number() })),
  /** Tokens taken from the allowance. */
  used: z.number(),
  /** Expected tokens, estimated before the work began. */
  estimate: z.number(),
  /** Engine that did the work. */
  engine: sentText,
  systemPrompt: sentText,
  customPrompt: sentText,
  resultString: sentText,
  createdAt: When,
});
export type TokenRecord = z.infer<typeof TokenRecord>;

export const PaymentRecord = z.object({
  _id: Id,
  user: Owner.nullable(),
  /** In the smallest unit of its currency. */
  price: z.number(),
  currency: sentText.optional(),
  paymentType: sentText,
  productId: sentText,
  paymentStatus: sentText,
  log: sentText,
  createdAt: When,
});
export type PaymentRecord = z.infer<typeof PaymentRecord>;

export const FeedbackReport = z.object({
  _id: Id,
  report_type: sentText,
  subject: sentText,
  message: sentText,
  email: sentText,
  response: sentText,
  createdAt: When,
});
export type FeedbackReport = z.infer<typeof FeedbackReport>;

export const AuditEntry = z.object({
  id: z.number(),
  administrator: sentText,
  action: sentText,
  object_kind: sentText,
  object_id: sentText,
  /** JSON, for people. Empty when there is nothing to add. */
  detail: sentText,
  createdAt: When,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Security event of a member's or administrator's account. */
export const SecurityRecord = z.object({
  id: z.number(),
  kind: z.enum(securityEventKinds),
  /** The address of the account, also one that does not exist. */
  account: sentText,
  whose: z.enum(['member', 'administrator', 'nobody']),
  device: sentText,
  /** Null after 30 days. */
  network: sentText.nullable(),
  detail: sentText,
  createdAt: When,
});
export type SecurityRecord = z.infer<typeof SecurityRecord>;

export const AdminJob = z.object({
  id: Id,
  name: sentText,
  state: z.enum(['created', 'retry', 'active', 'completed', 'cancelled', 'failed']),
  video: Owner.pick({ _id: true }).extend({ title: sentText }).nullable(),
  /** Attempts so far. */
  attempts: z.number(),
  problem: sentText.nullable(),
  created_at: When,
  finished_at: When.nullable(),
});
export type AdminJob = z.infer<typeof AdminJob>;

const Found = z.object({
  kind: z.enum(['user', 'video']),
  id: Id,
  label: sentText,
  detail: sentText,
  /** Filter text that finds the item in the table of its kind. */
  filter: sentText,
});
export type AdminSearchHit = z.infer<typeof Found>;

const One = z.object({ id: Id });
/** Names who owns from now on what the user alone owns though others are in it: ids, with commas between them. */
const NewOwners = z.object({ new_owner: boundedText(4000).optional() });
const Aside = z.object({ name: boundedText(200) });
const OfUser = Listing.extend({ employee_id: Id });

export const adminRoutes = routes({
  login: {
    method: 'POST',
    path: '/admin/login',
    access: 'anyone',
    work: 'limited',
    /** `code`: as for members. */
    body: z.object({ email: formText, password: formText, device: Device, code: boundedText(100).optional() }),
    reply: AdminSession.extend({ device: NewDevice }),
  },
  check: {
    method: 'POST',
    path: '/admin/check',
    access: 'admin',
    reply: z.object({ id: Id, email: sentText }),
  },
  logout: { method: 'POST', path: '/admin/logout', access: 'admin', allowedBeforeSetup: true, reply: LoggedOut },
  dashboard: {
    method: 'GET',
    path: '/admin/dashboard',
    access: 'admin',
    reply: z.object({ data: z.object({ users: z.number(), videos: z.number() }) }),
  },
  users: {
    method: 'GET',
    path: '/admin/employees',
    access: 'admin',
    query: Listing,
    reply: table(AdminUser).extend({ openai_prompt: sentText }),
  },
  user: {
    method: 'GET',
    path: '/admin/employee/:id',
    access: 'admin',
    params: One,
    reply: z.object({ data: AdminUser, openai_prompt: sentText }),
  },
  /** Throws `text_changed`. */
  saveUser: {
    method: 'POST',
    path: '/admin/employee/:id',
    access: 'admin',
    params: One,
    body: z.object({
      firstname: formText,
      lastname: formText,
      /** Sent with the form and left as it is: an address belongs to its owner. */
      email: boundedText(1000).optional(),
      /** Sent with the form and left as it is: tokens are added, never set. */
      token_balance: z.number().optional(),
      plan: Plan,
      subscription_status: SubscriptionStatus.optional(),
      add_token: z.number().int().min(0).max(100_000_000).default(0),
      /** Names what is added: with a key that has come before nothing is added again, as when an answer was lost. */
      add_token_key: boundedText(64).min(16).optional(),
      is_active: z.boolean(),
      /** The end of that day in UTC; absent or null: as it is. */
      membership_end: DayOrInstant.nullish(),
      /** Null: the global default. */
      openai_prompt: boundedText(20_000).nullable().optional(),
      /** Form values as first displayed; unchanged fields keep their current value. */
      before: SeenUser.optional(),
    }),
    reply: Message,
  },
  /** Throws `hand_over_first`. */
  deleteUser: {
    method: 'DELETE',
    path: '/admin/employee/:id',
    access: 'admin',
    params: One,
    query: NewOwners,
    reply: Message,
  },
  resetSecondFactor: {
    method: 'POST',
    path: '/admin/employee/:id/reset-second-factor',
    access: 'admin',
    params: One,
    reply: Message,
  },
  /** Signs a user out everywhere. */
  endUserSessions: {
    method: 'POST',
    path: '/admin/employee/:id/end-sessions',
    access: 'admin',
    params: One,
    reply: Message,
  },
  savePrompt: {
    method: 'POST',
    path: '/admin/prompt',
    access: 'admin',
    body: z.object({ openai_prompt: boundedText(20_000) }),
    reply: Message,
  },
  videos: { method: 'GET', path: '/admin/videos', access: 'admin', query: Listing, reply: table(AdminVideo) },
  allTokens: {
    method: 'GET',
    path: '/admin/employee-token-histories',
    access: 'admin',
    query: Listing,
    reply: table(TokenRecord),
  },
  tokens: {
    method: 'GET',
    path: '/admin/employee-token-histories/:employee_id',
    access: 'admin',
    params: OfUser.pick({ employee_id: true }),
    query: Listing,
    reply: table(TokenRecord),
  },
  allPayments: {
    method: 'GET',
    path: '/admin/employee-payment-histories',
    access: 'admin',
    query: Listing,
    reply: table(PaymentRecord),
  },
  payments: {
    method: 'GET',
    path: '/admin/employee-payment-histories/:employee_id',
    access: 'admin',
    params: OfUser.pick({ employee_id: true }),
    query: Listing,
    reply: table(PaymentRecord),
  },
  reports: {
    method: 'GET',
    path: '/admin/reports',
    access: 'admin',
    /** `answered`: only those that have a response, or have none. */
    query: Listing.extend({ answered: z.enum(['yes', 'no']).optional() }),
    reply: table(FeedbackReport),
  },
  answerReport: {
    method: 'POST',
    path: '/admin/report/:id',
    access: 'admin',
    params: One,
    body: z.object({ response: boundedText(10_000).default('') }),
    reply: Message,
  },
  deleteReport: { method: 'DELETE', path: '/admin/report/:id', access: 'admin', params: One, reply: Message },
  audit: { method: 'GET', path: '/admin/audit', access: 'admin', query: Listing, reply: table(AuditEntry) },
  security: {
    method: 'GET',
    path: '/admin/security',
    access: 'admin',
    query: Listing.extend({ kind: z.enum(securityEventKinds).optional() }),
    reply: table(SecurityRecord),
  },
  jobs: { method: 'GET', path: '/admin/jobs', access: 'admin', query: Listing, reply: table(AdminJob) },
  retryJob: { method: 'POST', path: '/admin/job/:id/retry', access: 'admin', params: One, reply: Message },
  cancelJob: { method: 'POST', path: '/admin/job/:id/cancel', access: 'admin', params: One, reply: Message },
  searchQuarantined: {
    method: 'GET',
    path: '/admin/set-aside',
    access: 'admin',
    query: Listing,
    reply: table(QuarantinedFiles),
  },
  restoreFromQuarantine: {
    method: 'POST',
    path: '/admin/set-aside/:name/put-back',
    access: 'admin',
    params: Aside,
    reply: Message,
  },
  removeQuarantined: {
    method: 'DELETE',
    path: '/admin/set-aside/:name',
    access: 'admin',
    params: Aside,
    reply: Message,
  },
  health: { method: 'GET', path: '/admin/health', access: 'admin', reply: z.object({ data: Health }) },
  /** Users and videos whose name, address or title holds a text; a few of each. */
  find: {
    method: 'GET',
    path: '/admin/find',
    access: 'admin',
    query: z.object({ q: boundedText(longestFilter).default('') }),
    reply: z.object({ data: z.array(Found) }),
  },
});
