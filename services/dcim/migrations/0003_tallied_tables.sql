-- replaces: 0003_row_tallies.sql
select keep_tally('locationtype');
select keep_tally('location');
