-- replaces: 0004_row_tallies.sql
select keep_tally('"group"');
select keep_tally('"user"');
select keep_tally('objectpermission');
select keep_tally('token');
select keep_tally('session');
