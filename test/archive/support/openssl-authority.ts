import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function hasOpenssl(): boolean {
  return spawnSync('openssl', ['version']).status === 0;
}

const CONFIG = `
[req]
distinguished_name = name
prompt = no
[name]
CN = Time stamps for a test
[authority]
basicConstraints = critical,CA:TRUE
[stamps]
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = tsa_config
[tsa_config]
serial = SERIAL
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
`;

/** Sets up an RFC 3161 authority with openssl, with its own root, in `folder`. */
export function opensslAuthority(folder: string) {
  const at = (name: string): string => path.join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  writeFileSync(at('tsa.cnf'), CONFIG.replace('SERIAL', at('serial')));
  writeFileSync(at('serial'), '01\n');
  const fresh = ['-newkey', 'ed25519', '-nodes', '-config', 'tsa.cnf'];
  openssl(
    'req',
    '-x509',
    ...fresh,
    '-extensions',
    'authority',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  const rsa = ['-newkey', 'rsa:2048', '-nodes', '-config', 'tsa.cnf'];
  openssl('req', '-new', ...rsa, '-subj', '/CN=TSA', '-keyout', 'tsa.key', '-out', 'tsa.csr');
  const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
  const extensions = ['-extfile', 'tsa.cnf', '-extensions', 'stamps'];
  openssl('x509', '-req', '-in', 'tsa.csr', ...issuer, ...extensions, '-out', 'tsa.pem');

  /** Returns the authority's reply to a query. */
  const reply = (query: Uint8Array): Uint8Array => {
    writeFileSync(at('query.tsq'), query);
    const key = ['-inkey', 'tsa.key', '-signer', 'tsa.pem'];
    const out = ['-config', 'tsa.cnf', '-section', 'tsa_config', '-out', 'reply.tsr'];
    openssl('ts', '-reply', '-queryfile', 'query.tsq', ...key, ...out);
    return readFileSync(at('reply.tsr'));
  };
  return {
    reply,
    /**
     * Does what a user's own function does: sends a query about the digest, and returns the reply.
     */
    timestamp: (sha256: string): Uint8Array => {
      openssl('ts', '-query', '-digest', sha256, '-sha256', '-cert', '-out', 'own.tsq');
      return reply(readFileSync(at('own.tsq')));
    },
    /** Runs the command with which anyone can verify the token years later. */
    verify: (token: string, sha256: string): string => {
      const args = ['ts', '-verify', '-digest', sha256, '-in', token, '-CAfile', at('ca.pem')];
      const { stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
      return stdout + stderr;
    },
  };
}
