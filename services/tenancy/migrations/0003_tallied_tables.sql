-- replaces: 0003_row_tallies.sql
select keep_tally('tenantgroup');
select keep_tally('tenant');
