/** People: accounts of a realm, where they work, and invitations to do so. */
export { addUser, insertUser, type NewUser, takenField } from './add-user.ts';
export { passwordProblem } from './password-rules.ts';
export {
  lockMembers,
  type Member,
  readMembers,
  removeMember,
  replaceRole,
  setMemberRole,
  setUserState,
} from './administer.ts';
export { findUsers, type FoundUser, type Whose } from './find-users.ts';
export { accountKey } from './account-key.ts';
export { assignees, userNames } from './user-names.ts';
export { hashPassword, passwordMatches } from './password.ts';
export {
  addInvitation,
  INVITATION_DAYS,
  type Invitation,
  invitationOf,
  invitationPath,
  markAccepted,
  type NewInvitation,
  openInvitations,
  renewInvitation,
  type SentInvitation,
  withdrawInvitation,
} from './invitations.ts';
