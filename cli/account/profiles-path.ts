import os from 'node:os';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the path of the profiles: `CONSENT_EVIDENCE_PROFILES`, or the default location. */
export function profilesPath(env: Environment): string {
  const named = env['CONSENT_EVIDENCE_PROFILES'];
  if (named) return path.resolve(named);
  const given = process.platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  // A relative path is ignored (XDG Base Directory Specification).
  const base = given && path.isAbsolute(given) ? given : path.join(os.homedir(), '.config');
  return path.join(base, 'consent-evidence', 'profiles.json');
}
