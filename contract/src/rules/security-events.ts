/** What the security log knows, and how people read it. */
export const securityEvents = {
  signed_in: 'Signed in',
  sign_in_refused: 'Sign-in refused',
  sign_in_limited: 'Sign-in stopped after too many tries',
  calls_refused: 'Calls refused that are not for this account',
  keys_refused: 'Many keys refused that open nothing',
  password_refused: 'Wrong present password',
  registered: 'Address verified',
  password_changed: 'Password changed',
  password_reset: 'Password reset by mail',
  address_change_asked: 'Change of address asked for',
  address_changed: 'Address changed',
  name_changed: 'Name changed',
  second_factor_added: 'Second factor set up',
  second_factor_removed: 'Second factor removed',
  second_factor_reset: 'Second factor reset by an administrator',
  recovery_codes_made: 'New recovery codes made',
  recovery_code_used: 'Recovery code used',
  session_ended: 'Session ended',
  sessions_ended: 'All other sessions ended',
  sessions_ended_by_administrator: 'All sessions ended by an administrator',
  deactivated: 'Deactivated by an administrator',
  activated: 'Activated by an administrator',
} as const;

export type SecurityEventKind = keyof typeof securityEvents;

export const securityEventKinds = Object.keys(securityEvents) as [SecurityEventKind, ...SecurityEventKind[]];
