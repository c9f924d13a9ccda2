/**
 * Where the authenticated layout sent to the login page from, kept in the history entry and so never taken from an address;
 * and whose page that was, unless an address was opened without a session.
 */
export type WayBack = { from: string; account: string | undefined };

/** Where a sign-in leads: the page of one account is not another's. */
export function wayBack(state: unknown, account: string): string {
  const { from, account: whose } = (state ?? {}) as Partial<WayBack>;
  return typeof from === 'string' && (whose === undefined || whose === account) ? from : '/asset/view';
}
