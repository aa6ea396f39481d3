// Makes `npm publish` of this folder fail: its README links into the repository, and nothing has been
// checked. `npm publish` of a tarball runs no script, so a release is not stopped.
console.error(
  'Publish the tarball instead: "npm run release" checks the package, makes its README\'s links hold and writes release/*.tgz; then "npm publish ./release/<tarball>".',
);
process.exitCode = 1;
