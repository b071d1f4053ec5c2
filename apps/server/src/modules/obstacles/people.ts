/** Its people: whether anybody can sign in and buy a label. */
import type { ObstacleLine } from '@scanship/contracts/network/obstacles';
import { asksSecondFactor } from '../../platform/http/session-context.ts';
import { readPolicy, waitingPeople } from '../auth/index.ts';
import { readRoles } from '../roles/index.ts';
import { type Member, openInvitations, readMembers } from '../users/index.ts';
import { fine, trouble } from './line.ts';
import type { Walk } from './subject.ts';

/** More are counted, not named. */
const MOST_NAMED = 20;

export async function peopleLines({ deps, subject, now }: Walk): Promise<ObstacleLine[]> {
  const { db } = deps;
  const { customerId, realmId, planCode } = subject;
  const { members, invited, rule } = await db.identity(
    { realmId },
    async (tx) => ({
      members: await readMembers(tx, { realmId, tenantId: customerId }),
      invited: (await openInvitations(tx, realmId, customerId)).length,
      rule: (await readPolicy(tx, realmId)).secondFactor,
    }),
    { readOnly: true },
  );
  const roles = await db.tenant({ tenantId: customerId }, (tx) => readRoles(tx, customerId, planCode));
  const buying = new Set(roles.filter(({ rights }) => rights.has('labels.buy')).map(({ id }) => id));
  const waiting = await waitingPeople(
    db,
    realmId,
    members.map(({ id }) => id),
    now,
  );
  const able = members.filter((each) => each.state === 'active' && each.verified_at !== null);
  const buyers = able.filter((each) => buying.has(each.role_id));
  const lines: ObstacleLine[] = [];
  if (able.length === 0)
    lines.push(
      trouble('people', 'nobody', 'blocks', {
        message:
          members.length === 0
            ? invited > 0
              ? 'Nobody works here yet: the invitation was not accepted.'
              : 'Nobody works here yet, and nobody is invited.'
            : 'Nobody here can sign in.',
        mend: ['franchise', 'customer', customerId],
      }),
    );
  else if (buyers.length === 0)
    lines.push(
      trouble('people', 'no-buyer', 'blocks', {
        message: 'Nobody who can sign in has a role that may buy labels.',
        mend: ['customer', 'people'],
      }),
    );
  else
    lines.push(
      fine(
        'people',
        'sign-in',
        buyers.length === 1
          ? 'One person can sign in and buy labels.'
          : `${buyers.length} people can sign in and buy labels.`,
      ),
    );
  const due = asksSecondFactor(rule, 'customer');
  for (const member of members.slice(0, MOST_NAMED)) {
    const line = personLine(member, waiting.get(member.id), due, now);
    if (line) lines.push(line);
  }
  return lines;
}

/** What keeps one person out; undefined: nothing. */
function personLine(member: Member, waitsUntil: Date | undefined, due: boolean, now: Date): ObstacleLine | undefined {
  const about = `${member.first_name} ${member.last_name}`.trim() || member.username;
  if (member.state !== 'active')
    return trouble('people', 'switched-off', 'warning', {
      about,
      message: 'This person is switched off and cannot sign in.',
      mend: ['customer', 'people'],
    });
  if (member.verified_at === null)
    return trouble('people', 'unverified', 'warning', {
      about,
      message: 'The e-mail address is not confirmed: signing in asks for the code of the mail first.',
      nextStep: 'Signing in sends another code. Look in the log of mails whether it arrives.',
    });
  if (waitsUntil !== undefined) {
    const minutes = Math.max(1, Math.ceil((waitsUntil.getTime() - now.getTime()) / 60_000));
    return trouble('people', 'waits', 'warning', {
      about,
      message:
        minutes === 1
          ? 'Too many wrong passwords or codes: this person waits for another minute.'
          : `Too many wrong passwords or codes: this person waits for another ${minutes} minutes.`,
      nextStep: 'Only where they were typed wrong; asking for a new password helps, too.',
    });
  }
  if (due && !member.second_factor)
    return trouble('people', 'second-factor', 'warning', {
      about,
      message: 'A second factor is asked for here, and this person has none: every page waits until it is set up.',
    });
  return undefined;
}
