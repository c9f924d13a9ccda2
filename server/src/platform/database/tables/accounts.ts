import type { Plan, SubscriptionStatus } from '@lectern/contract/accounts/accounts';
import type { LogAction } from '@lectern/contract/rules/log-actions';
import type { DomainRole } from '@lectern/contract/accounts/workspace-domains';
import type { Role } from '@lectern/contract/rules/rights';
import type { Scope } from '@lectern/contract/rules/scopes';
import type { SecurityEventKind } from '@lectern/contract/rules/security-events';
import type { Generated, JSONColumnType } from 'kysely';
import type { Created, Nullable } from '../column-types.ts';

/** Tables of users, their workspaces, their access, and actions on their accounts. */
export type AccountTables = {
  users: {
    id: Generated<string>;
    email: string;
    firstname: string;
    lastname: string;
    password_hash: string;
    verified_at: Nullable<Date>;
    is_active: Generated<boolean>;
    deletion_requested_at: Nullable<Date>;
    recording_mails: Generated<boolean>;
    /** Whether a password was ever chosen; else nobody knows it. */
    has_password: Generated<boolean>;
    created_at: Created;
  };
  /** Owners of recordings, with their plans. The personal one of an account has its id. */
  workspaces: {
    id: string;
    /** Empty for one that is called by its first owner's name. */
    name: Generated<string>;
    plan: Generated<Plan>;
    subscription_status: Generated<SubscriptionStatus>;
    membership_start: Nullable<Date>;
    membership_end: Nullable<Date>;
    /** While it is the end of the membership: until when that goes on although its renewal was not paid. */
    grace_end: Nullable<Date>;
    requested_plan: Nullable<'professional'>;
    custom_prompt: Nullable<string>;
    quote_count: Generated<number>;
    base_search_prompt: Nullable<string>;
    openai_prompt: Nullable<string>;
    voice_recognition: Generated<boolean>;
    billing_by_admins: Generated<boolean>;
    viewers_ask: Generated<boolean>;
    viewers_download: Generated<boolean>;
    deletion_requested_at: Nullable<Date>;
    created_at: Created;
  };
  workspace_members: {
    workspace_id: string;
    user_id: string;
    role: Role;
    /** Whether people set the role, or the groups of the company. */
    role_source: Generated<'person' | 'provider'>;
    last_used_at: Nullable<Date>;
    /** Whether a voice called like the person is kept and recognised where others are. */
    voice_consent: Generated<boolean>;
    created_at: Created;
  };
  invitations: {
    id: Generated<string>;
    workspace_id: string;
    email: string;
    role: Role;
    token_hash: Buffer;
    invited_by: Nullable<string>;
    created_at: Created;
    expires_at: Date;
    accepted_at: Nullable<Date>;
    revoked_at: Nullable<Date>;
  };
  handovers: { workspace_id: string; from_user: string; to_user: string; created_at: Created; expires_at: Date };
  /** Without foreign keys: rows outlive whom and what they name. */
  workspace_log: {
    id: Generated<number>;
    workspace_id: string;
    user_id: Nullable<string>;
    actor: string;
    via: 'session' | 'key' | 'provider' | 'administrator';
    action: LogAction;
    object_kind: string;
    object_id: string;
    detail: JSONColumnType<Record<string, string | number | boolean>>;
    network: Nullable<string>;
    created_at: Date;
  };
  audit_log: {
    id: Generated<number>;
    administrator: string;
    action: string;
    object_kind: string;
    object_id: string;
    detail: JSONColumnType<object>;
    created_at: Created;
  };
  administrators: {
    id: Generated<string>;
    email: string;
    password_hash: string;
    must_change_password: Generated<boolean>;
    setting_hash: Nullable<string>;
    /** As of users. */
    has_password: Generated<boolean>;
    created_at: Created;
  };
  security_events: {
    id: Generated<number>;
    kind: SecurityEventKind;
    user_id: Nullable<string>;
    administrator_id: Nullable<string>;
    account: string;
    device: string;
    network: Nullable<string>;
    detail: string;
    created_at: Created;
  };
  second_factors: {
    id: Generated<string>;
    user_id: Nullable<string>;
    administrator_id: Nullable<string>;
    secret: string;
    confirmed_at: Nullable<Date>;
    last_step: Generated<number>;
    created_at: Created;
  };
  recovery_codes: { factor_id: string; code_hash: Buffer; used_at: Nullable<Date> };
  sessions: {
    token_hash: Buffer;
    id: Generated<string>;
    device: Generated<string>;
    user_id: Nullable<string>;
    administrator_id: Nullable<string>;
    /** The person as the provider that opened it knows them. */
    identity_id: Nullable<string>;
    created_at: Created;
    last_used_at: Created;
    expires_at: Date;
  };
  identities: {
    id: Generated<string>;
    issuer: string;
    subject: string;
    user_id: Nullable<string>;
    administrator_id: Nullable<string>;
    email: string;
    tokens: Nullable<Buffer>;
    checked_at: Date;
    renewing_until: Nullable<Date>;
    created_at: Created;
  };
  oidc_flows: {
    state_hash: Buffer;
    browser_hash: Buffer;
    door: 'member' | 'administrator';
    nonce: string;
    verifier: string;
    /** Identity that the company is asked to confirm. */
    identity_id: Nullable<string>;
    expires_at: Date;
  };
  sign_in_codes: {
    code_hash: Buffer;
    browser_hash: Buffer;
    identity_id: Nullable<string>;
    user_id: Nullable<string>;
    administrator_id: Nullable<string>;
    issuer: Nullable<string>;
    subject: Nullable<string>;
    email: Nullable<string>;
    tokens: Nullable<Buffer>;
    /** Role by the person's groups, for an account to be connected. */
    role: Nullable<Role>;
    expires_at: Date;
  };
  workspace_domains: {
    id: Generated<string>;
    workspace_id: string;
    domain: string;
    proof: string;
    default_role: DomainRole;
    verified_at: Nullable<Date>;
    lost_at: Nullable<Date>;
    checked_at: Nullable<Date>;
    created_at: Date;
  };
  registrations: {
    id: Generated<string>;
    email: string;
    firstname: string;
    lastname: string;
    password_hash: string;
    plan: Generated<Plan>;
    wanted_plan: Nullable<'professional'>;
    created_at: Created;
  };
  reset_requests: { id: Generated<string>; email: string; created_at: Created };
  known_devices: {
    device_hash: Buffer;
    user_id: Nullable<string>;
    administrator_id: Nullable<string>;
    last_used_at: Date;
  };
  mail_tokens: {
    token_hash: Buffer;
    user_id: Nullable<string>;
    registration_id: Nullable<string>;
    email: Nullable<string>;
    purpose: 'verify' | 'reset' | 'address';
    created_at: Created;
    expires_at: Date;
    used_at: Nullable<Date>;
  };
  /** Keys by which programs call for a person in a workspace. */
  api_keys: {
    id: Generated<string>;
    workspace_id: string;
    user_id: string;
    kind: 'person' | 'workspace' | 'app';
    name: string;
    prefix: string;
    /** Null but for apps. */
    client_id: Nullable<string>;
    key_hash: Buffer;
    scopes: Scope[];
    created_at: Date;
    expires_at: Nullable<Date>;
    last_used_at: Nullable<Date>;
  };
  /** Codes and refresh tokens of apps, each of which gives the next access token once. */
  oauth_secrets: {
    secret_hash: Buffer;
    key_id: string;
    /** Null but for codes, as `redirect_uri`. */
    challenge: Nullable<string>;
    redirect_uri: Nullable<string>;
    expires_at: Date;
    used_at: Nullable<Date>;
  };
  /** Addresses that are told what happens in a workspace. */
  webhooks: {
    id: Generated<string>;
    workspace_id: string;
    url: string;
    kinds: string[];
    secret: string;
    old_secret: Nullable<string>;
    old_secret_until: Nullable<Date>;
    state: Generated<'active' | 'paused'>;
    failing_since: Nullable<Date>;
    /** When the try that ended last did, and how it was answered. */
    last_at: Nullable<Date>;
    last_status: Nullable<number>;
    created_by: Nullable<string>;
    created_at: Date;
  };
  /** Writes of programs that named them, so that one that is sent again is not done again. */
  api_requests: {
    /** The API key, or the person where there is none. */
    caller_id: string;
    key: string;
    workspace_id: string;
    /** Covers the call with all that it sends. */
    request_hash: Buffer;
    run_id: string;
    /** Something of the write is stored. */
    is_written: Generated<boolean>;
    /** The answer, once there is one. */
    answer: Nullable<string>;
    /** Its process is taken for dead after this moment. */
    running_until: Date;
    created_at: Date;
  };
  webhook_deliveries: {
    id: Generated<string>;
    webhook_id: string;
    /** Names the event; each address is told it once. */
    message_id: string;
    kind: string;
    body: string;
    state: Generated<'waiting' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    /** Number of the job that may send it. */
    turn: Generated<number>;
    next_at: Nullable<Date>;
    status: Nullable<number>;
    answer: Nullable<string>;
    took_ms: Nullable<number>;
    created_at: Date;
  };
};
