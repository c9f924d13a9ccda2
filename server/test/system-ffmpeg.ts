/** For tests that are about ffmpeg: they run the system's, where `npm test` has put the one from npm before it. */
if (process.env.LECTERN_TEST_PATH !== undefined) process.env.PATH = process.env.LECTERN_TEST_PATH;
