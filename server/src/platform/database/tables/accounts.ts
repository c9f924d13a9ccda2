import type { Plan, SubscriptionStatus } from '@lectern/contract/accounts/accounts';
import type { SecurityEventKind } from '@lectern/contract/rules/security-events';
import type { Generated, JSONColumnType } from 'kysely';
import type { Created, Maybe } from './columns.ts';

/** Who uses the service, how they get in, and what was done to their accounts. */
export type AccountTables = {
  users: {
    id: Generated<string>;
    email: string;
    firstname: string;
    lastname: string;
    password_hash: string;
    plan: Generated<Plan>;
    subscription_status: Generated<SubscriptionStatus>;
    membership_start: Maybe<Date>;
    membership_end: Maybe<Date>;
    /** While it is the end of the membership: until when that goes on although its renewal was not paid. */
    grace_end: Maybe<Date>;
    verified_at: Maybe<Date>;
    wanted_plan: Maybe<'professional'>;
    is_active: Generated<boolean>;
    deleting_at: Maybe<Date>;
    custom_prompt: Maybe<string>;
    quote_count: Generated<number>;
    base_search_prompt: Maybe<string>;
    openai_prompt: Maybe<string>;
    keeps_voices: Generated<boolean>;
    recording_mails: Generated<boolean>;
    created_at: Created;
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
    owes_password: Generated<boolean>;
    setting_hash: Maybe<string>;
    created_at: Created;
  };
  security_events: {
    id: Generated<number>;
    kind: SecurityEventKind;
    user_id: Maybe<string>;
    administrator_id: Maybe<string>;
    account: string;
    device: string;
    network: Maybe<string>;
    detail: string;
    created_at: Created;
  };
  second_factors: {
    id: Generated<string>;
    user_id: Maybe<string>;
    administrator_id: Maybe<string>;
    secret: string;
    confirmed_at: Maybe<Date>;
    last_step: Generated<number>;
    created_at: Created;
  };
  recovery_codes: { factor_id: string; code_hash: Buffer; used_at: Maybe<Date> };
  sessions: {
    token_hash: Buffer;
    id: Generated<string>;
    device: Generated<string>;
    user_id: Maybe<string>;
    administrator_id: Maybe<string>;
    created_at: Created;
    last_used_at: Created;
    expires_at: Date;
  };
  registrations: {
    id: Generated<string>;
    email: string;
    firstname: string;
    lastname: string;
    password_hash: string;
    plan: Generated<Plan>;
    wanted_plan: Maybe<'professional'>;
    created_at: Created;
  };
  reset_requests: { id: Generated<string>; email: string; created_at: Created };
  known_devices: {
    device_hash: Buffer;
    user_id: Maybe<string>;
    administrator_id: Maybe<string>;
    last_used_at: Date;
  };
  mail_tokens: {
    token_hash: Buffer;
    user_id: Maybe<string>;
    registration_id: Maybe<string>;
    email: Maybe<string>;
    purpose: 'verify' | 'reset' | 'address';
    created_at: Created;
    expires_at: Date;
    used_at: Maybe<Date>;
  };
};
