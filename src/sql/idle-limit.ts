/** As long as one attempt of the service lasts (spec §6.3). */
const IDLE_LIMIT = '20s';
const SETTING = 'idle_in_transaction_session_timeout';

/**
 * Sets how long the transaction may do nothing, unless the role or the session has set that. After
 * it, the server ends the connection: neither a function that hangs nor a machine that has lost its
 * power keeps a lock, and the pool gets the place back. The change ends with the transaction.
 */
export const IDLE_LIMITED = `
    SELECT set_config('${SETTING}', '${IDLE_LIMIT}', true)
    WHERE current_setting('${SETTING}') = '0'`;
