import { Fragment } from 'react';

/** An email address in a table: it breaks where a person would break it. */
export function EmailText({ email }: { email: string }) {
  return email.split(/(?=[@.])/).map((piece, n) => (
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
