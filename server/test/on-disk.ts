/** For tests that are about a disk: their temporary folders lie on one, where `npm test` keeps others in memory. */
if (process.env.LECTERN_TEST_DISK) process.env.TMPDIR = process.env.LECTERN_TEST_DISK;
