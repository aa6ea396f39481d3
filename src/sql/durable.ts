/**
 * Begins a statement whose commit must be on the disk, and on the standby that there is, whatever the
 * role has chosen: something outside is told that it is done. A setting that asks for more than that
 * stays. It ends with the transaction, in one round trip. The statement must select from `durable`.
 */
export const DURABLE = `
    WITH durable AS (
      SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)
    )`;

/**
 * Begins a statement whose commit no one waits for: losing it to a server that dies costs no more than
 * never having written it. The statement must select from `passing`.
 */
export const PASSING = `
    WITH passing AS (SELECT set_config('synchronous_commit', 'off', true))`;
