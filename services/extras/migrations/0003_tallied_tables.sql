-- replaces: 0003_row_tallies.sql
select keep_tally('contenttype');
select keep_tally('status');
select keep_tally('role');
select keep_tally('tag');
select keep_tally('note');
select keep_tally('objectchange');
