/** Kinds of events in the security log, with their labels. */
export const securityEvents = {
  signed_in: 'Signed in',
  sign_in_refused: 'Sign-in refused',
  sign_in_limited: 'Sign-in blocked after too many attempts',
  calls_refused: 'Requests refused: no permission',
  keys_refused: 'Many requests with invalid keys',
  company_connected: 'Connected to the company’s sign-in',
  company_role_lost: 'Signed out: no administrator at the company any more',
  company_confirmation_ended: 'Signed out: the company did not confirm the sign-in',
  break_glass_used: 'Signed in with a password although passwords are turned off',
  password_refused: 'Wrong current password',
  registered: 'Address verified',
  password_changed: 'Password changed',
  password_reset: 'Password reset by email',
  address_change_asked: 'Address change requested',
  address_changed: 'Address changed',
  name_changed: 'Name changed',
  second_factor_added: 'Two-factor authentication turned on',
  second_factor_removed: 'Two-factor authentication turned off',
  second_factor_reset: 'Two-factor authentication reset by an administrator',
  recovery_codes_made: 'New recovery codes made',
  recovery_code_used: 'Recovery code used',
  api_key_created: 'API key created',
  api_key_revoked: 'API key revoked',
  app_connected: 'App connected',
  app_disconnected: 'App disconnected',
  session_ended: 'Session ended',
  sessions_ended: 'All other sessions ended',
  sessions_ended_by_administrator: 'All sessions ended by an administrator',
  deactivated: 'Deactivated by an administrator',
  activated: 'Activated by an administrator',
} as const;

export type SecurityEventKind = keyof typeof securityEvents;

export const securityEventKinds = Object.keys(securityEvents) as [SecurityEventKind, ...SecurityEventKind[]];
