/** The database roles by name; docs/data-model.md says what each may do. */
/** Owner of every table; has a policy of its own on each. Migrations, backup and restore work as this role. */
export const MIGRATOR_ROLE = 'scanship_migrator';
/** What the application signs in as: nothing of its own, it becomes one of the working roles per transaction. */
export const APP_ROLE = 'scanship_app';
export const WORKING_ROLES = ['app_tenant', 'app_identity', 'app_secrets', 'app_system'] as const;
export type WorkingRole = (typeof WORKING_ROLES)[number];
