import type { Plan } from '@lectern/contract/accounts/accounts';
import type { PaidPlan, PaymentState } from '@lectern/contract/billing/billing';
import type { ModelCall, TokenPool } from '@lectern/contract/rules/tokens';
import type { ColumnType, Generated } from 'kysely';
import type { Created, Nullable } from '../column-types.ts';

/** Tokens, plans, payments and the payment sandbox. */
export type MoneyTables = {
  token_operations: {
    id: Generated<string>;
    workspace_id: string;
    user_id: Nullable<string>;
    video_id: Nullable<string>;
    operation: string;
    key: Nullable<string>;
    state: Generated<'reserved' | 'settled' | 'released'>;
    estimate: number;
    used: Generated<number>;
    engine: Generated<string>;
    sent: Nullable<number>;
    received: Nullable<number>;
    /** Each call of a model. */
    calls: ColumnType<ModelCall[], string | undefined, string>;
    system_prompt: Generated<string>;
    custom_prompt: Generated<string>;
    result: Generated<string>;
    created_at: Created;
    settled_at: Nullable<Date>;
  };
  token_entries: {
    id: Generated<number>;
    workspace_id: string;
    pool: TokenPool;
    kind: 'grant' | 'expiry' | 'purchase' | 'adjustment' | 'use' | 'refund';
    tokens: number;
    operation_id: Nullable<string>;
    reference: Nullable<string>;
    plan: Nullable<Plan>;
    period: Nullable<Date>;
    created_at: Created;
  };
  billing_accounts: {
    workspace_id: string;
    customer_id: string;
    /** The one that runs or could not be renewed; none once it has ended. */
    subscription_id: Nullable<string>;
    /** The provider's last state of a subscription that was applied to the membership. */
    applied: Nullable<string>;
    /** The plan and the end of the membership that this made. */
    applied_plan: Nullable<Plan>;
    applied_end: Nullable<Date>;
    /** Read by versions before `applied` alone. */
    lapsed: Generated<boolean>;
    /** Until when a payment that was begun may still come. */
    pending_until: Nullable<Date>;
    /** The end of a time of grace of which the member was told that it is near. */
    reminded_for: Nullable<Date>;
    /** Questions to the provider so far, and the one of them whose answer is stored. */
    query_seq: Generated<number>;
    applied_seq: Generated<number>;
    asked_at: Nullable<Date>;
  };
  former_customers: {
    customer_id: string;
    workspace_id: string;
    subscription_id: Nullable<string>;
    applied_plan: Nullable<Plan>;
    applied_end: Nullable<Date>;
    /** Questions to the provider about them, while they were the member's. */
    asked: number;
    /** When the provider did not know them for the first time, and the last. */
    retired_at: Date;
    asked_at: Date;
  };
  surplus_subscriptions: { subscription_id: string; workspace_id: string };
  customer_attempts: { workspace_id: string; attempts: number };
  payments: {
    id: Generated<string>;
    workspace_id: Nullable<string>;
    user_id: Nullable<string>;
    provider_id: string;
    price: number;
    currency: Generated<string>;
    payment_type: 'subscription' | 'tokens';
    product_id: string;
    status: PaymentState;
    log: Generated<string>;
    /** In the smallest unit of its currency; null where only an older version read it. */
    given_back: Nullable<number>;
    /** How many questions there were about the customer when a page was last given it to be paid. */
    handed_out: Nullable<number>;
    /** The question by whose answer its state last changed. */
    changed: Nullable<number>;
    created_at: Created;
    updated_at: Created;
  };
  payment_events: { id: string; received_at: Created };
  sandbox_customers: { id: string; email: string };
  trial_emails: { workspace_id: string; posted_at: Date };
  sandbox_checkouts: {
    id: string;
    customer_id: string;
    plan: PaidPlan;
    notice: Nullable<string>;
    success_url: string;
    cancel_url: string;
    state: Generated<'open' | 'complete' | 'abandoned'>;
    created_at: Date;
  };
  sandbox_subscriptions: {
    id: string;
    customer_id: string;
    plan: PaidPlan;
    state: 'active' | 'ending' | 'unpaid' | 'ended';
    anchor: Date;
    period_start: Date;
    period_end: Date;
    renewal_fails: Generated<boolean>;
    created_at: Date;
  };
  sandbox_payments: {
    id: string;
    customer_id: string;
    /**
     * The subscription of a plan payment; null for one that failed at the first attempt and for those of older
     * versions.
     */
    subscription_id: Nullable<string>;
    kind: 'subscription' | 'tokens';
    product_id: string;
    amount: number;
    state: PaymentState;
    reason: Generated<string>;
    client_secret: Nullable<string>;
    created_at: Date;
  };
};
