// Libraries that the pages show and that are not installed here.
declare module 'undici';
