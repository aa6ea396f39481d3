/**
 * Begins a statement whose commit must be on the disk, and on the synchronous standby if there is
 * one, whatever the role has set: something outside is then told that it is done. A stricter
 * setting is kept. The change ends with the transaction, and takes no extra round trip. The
 * statement must select from `durable`.
 */
export const DURABLE = `
    WITH durable AS (
      SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)
    )`;

/**
 * Begins a statement whose commit is not waited for: if a server that dies loses it, that costs no
 * more than never having written it. The statement must select from `passing`.
 */
export const PASSING = `
    WITH passing AS (SELECT set_config('synchronous_commit', 'off', true))`;
