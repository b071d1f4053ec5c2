/** A customer's administrator runs the company without a mouse: people, invitations, roles and the log of it. */
import { listRoles } from '@scanship/contracts/access/roles';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, linkIn, mailTo, type NewCompany, newCompany, newName, newPerson } from '../support/accounts.ts';
import { choose, press, tabTo, typeInto } from '../support/keyboard.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { button, inside, openAs, signIn, signOut } from '../support/signed-in.ts';

let lane: Lane;
let company: NewCompany;

beforeAll(async () => {
  lane = await openLane();
  company = await newCompany(lane);
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  await company?.admin.close();
  await lane.close();
});

describe('people and roles, by keyboard alone', () => {
  it('a role is made, somebody invited to it, changed, suspended, let in again and removed', async () => {
    const { page, context } = await openAs(lane, company.userName);
    const role = newName('Night shift');
    await press(page, page.getByRole('link', { name: 'Roles', exact: true }));
    await press(page, button(page, 'New role'));
    const dialog = page.getByRole('dialog');
    await typeInto(page, dialog.getByRole('textbox', { name: 'Name of the role' }), role);
    const buying = dialog.getByRole('checkbox', { name: 'Buy labels' });
    expect(await buying.isChecked()).toBe(true);
    await press(page, buying, 'Space');
    await press(page, dialog.getByRole('button', { name: 'Save the role' }));
    await page.getByRole('columnheader', { name: role }).waitFor();

    const { roles } = await company.admin.must(listRoles);
    const made = roles.find((each) => each.name === role);
    expect(made?.rights).not.toContain('labels.buy');
    const person = await newPerson(company, made?.id ?? '');
    await press(page, page.getByRole('link', { name: 'People', exact: true }));
    await typeInto(page, page.getByRole('searchbox', { name: 'Name, user name or e-mail' }), person.userName);
    const row = page.getByTestId('person').filter({ hasText: person.userName });
    await row.getByText(role).waitFor();
    await expect.poll(() => page.getByTestId('person').count()).toBe(1);

    const change = row.getByRole('button', { name: /^Change/ });
    await press(page, change);
    const theirs = page.getByRole('dialog');
    await choose(page, theirs.getByRole('combobox', { name: 'Role' }), 'User');
    await press(page, theirs.getByRole('button', { name: 'Save the role' }));
    await row.getByText('User', { exact: true }).waitFor();
    // The focus is back at what opened the dialog.
    await expect.poll(() => change.evaluate((e) => e === document.activeElement)).toBe(true);

    const { page: worker, context: elsewhere } = await openAs(lane, person.userName);
    await press(page, change);
    await press(page, theirs.getByRole('button', { name: 'Suspend' }));
    await theirs.getByText('All their devices are signed out at once').waitFor();
    // Enter pressed once more keeps things as they are.
    await page.keyboard.press('Enter');
    await press(page, theirs.getByRole('button', { name: 'Suspend' }));
    await press(page, theirs.getByRole('group').getByRole('button', { name: 'Suspend' }));
    await row.getByText('Suspended').waitFor();
    await worker.reload();
    await worker.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(worker, person.userName);
    await worker.getByRole('alert').filter({ hasText: 'This account is switched off.' }).waitFor();

    await press(page, change);
    await press(page, theirs.getByRole('button', { name: 'Restore access' }));
    await row.getByText('Active').waitFor();
    await signIn(worker, person.userName);
    await inside(worker);
    await elsewhere.close();

    await press(page, change);
    await press(page, theirs.getByRole('button', { name: 'Remove' }));
    await press(page, theirs.getByRole('group').getByRole('button', { name: 'Remove' }));
    await page.getByRole('heading', { name: 'No one matches' }).waitFor();

    // All of it stands in the log, which can be checked.
    await press(page, page.getByRole('link', { name: 'Log', exact: true }));
    const entries = page.getByTestId('audit-entry');
    for (const act of ['addRole', 'setPersonRole', 'suspendPerson', 'resumePerson', 'removePerson'])
      await page.locator(`[data-testid=audit-entry][data-action=${act}]`).first().getByText('Done').waitFor();
    await press(page, button(page, 'Check the log'));
    await page.getByText('The log is whole: nothing was changed, removed or slipped in.').waitFor();
    await choose(page, page.getByRole('combobox', { name: 'Act' }), 'Suspended a person');
    await expect.poll(() => entries.count()).toBe(1);
    await tabTo(page, entries.first().locator('summary'));
    await page.keyboard.press('Enter');
    await entries.first().getByText('Network address').waitFor();
    await context.close();
  }, 180_000);

  it('an invitation is not sent twice within a minute, and is void once withdrawn; nobody changes their own place', async () => {
    const { page, context } = await openAs(lane, company.userName);
    const guest = addressOf(newName('late'));
    await page.goto('/user-manager?state=invited');
    await press(page, button(page, 'Invite somebody'));
    const dialog = page.getByRole('dialog');
    await press(page, dialog.getByRole('button', { name: 'Send the invitation' }));
    await dialog.getByText('Enter an e-mail address.').waitFor();
    await typeInto(page, dialog.getByRole('textbox', { name: 'E-mail' }), guest);
    await page.keyboard.press('Enter');
    const row = page.getByTestId('person').filter({ hasText: guest });
    const change = row.getByRole('button', { name: /^Change/ });
    await press(page, change);
    // At most once a minute: the refusal is said in the dialog, which stays.
    await press(page, dialog.getByRole('button', { name: 'Send again' }));
    await dialog.getByRole('alert').waitFor();
    await press(page, dialog.getByRole('button', { name: 'Withdraw' }));
    await press(page, dialog.getByRole('group').getByRole('button', { name: 'Withdraw' }));
    await row.waitFor({ state: 'detached' });
    const link = linkIn(await mailTo(company.admin, guest, 'invitation'));
    await page.goto('/user-manager');
    const own = page.getByTestId('person').filter({ hasText: company.userName }).first();
    await own.getByText('You', { exact: true }).waitFor();
    expect(await own.getByRole('button').count()).toBe(0);
    await signOut(page);
    await page.goto(link.pathname + link.search);
    await page.getByText('This invitation was used already, was withdrawn or has expired.').waitFor();
    await context.close();
  });
});
