import { Unzip, UnzipInflate } from 'fflate';

/** Bytes of a workbook as they are in the file, and unpacked: a hundred thousand rows have a tenth of that. */
const largestFile = 64 * 1024 * 1024;
const largestUnpacked = 256 * 1024 * 1024;
const mostFiles = 2_000;

/**
 * Refuses a workbook that would fill the memory when it is unpacked. It is unpacked piece by piece and counted, since
 * what it says of its own sizes need not be so.
 */
export function demandSmall(bytes: Buffer): void {
  if (bytes.length > largestFile) throw new Error(`It is larger than ${largestFile / 1024 / 1024} MB. Save it as CSV.`);
  let unpacked = 0;
  let files = 0;
  const unzip = new Unzip((file) => {
    files += 1;
    if (files > mostFiles) throw new Error('There are too many files in it for a workbook.');
    file.ondata = (error, chunk) => {
      if (error) throw error;
      unpacked += chunk.length;
      if (unpacked > largestUnpacked)
        throw new Error(`Unpacked it is larger than ${largestUnpacked / 1024 / 1024} MB. Save it as CSV.`);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  const piece = 64 * 1024;
  for (let at = 0; at < bytes.length; at += piece)
    unzip.push(bytes.subarray(at, at + piece), at + piece >= bytes.length);
  if (files === 0) throw new Error('It is no workbook.');
}
