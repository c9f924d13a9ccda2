import { useMember } from '../../session/stored-session.ts';
import { Card } from '../../ui/card.tsx';

export function AccountCard() {
  const { firstname, lastname, email } = useMember();
  return (
    <Card aria-labelledby="your-account" className="p-6">
      <h2 id="your-account" className="text-xl">
        Your Account
      </h2>
      <dl className="mt-4 grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
        <dt className="text-soft">Name</dt>
        <dd className="font-medium">
          {firstname} {lastname}
        </dd>
        <dt className="text-soft">Email</dt>
        <dd className="font-medium">{email}</dd>
      </dl>
    </Card>
  );
}
