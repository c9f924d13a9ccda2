/**
 * URL the authenticated layout sent to login, kept in the history entry and never read from a URL. `account` is its
 * owner, unless opened without a session.
 */
export type WayBack = { from: string; account: string | undefined };

/** Where a sign-in leads: the page of one account is not another's. */
export function wayBack(state: unknown, account: string): string {
  const { from, account: whose } = (state ?? {}) as Partial<WayBack>;
  return typeof from === 'string' && (whose === undefined || whose === account) ? from : '/asset/view';
}
