/** The release whose contract we speak; clients choose their behaviour by it. */
export const contractRelease = '2.1.9';
