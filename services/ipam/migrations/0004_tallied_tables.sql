-- replaces: 0004_row_tallies.sql
select keep_tally('namespace');
select keep_tally('vrf');
select keep_tally('routetarget');
select keep_tally('rir');
select keep_tally('vlangroup');
select keep_tally('vlan');
select keep_tally('prefix');
select keep_tally('ipaddress');
select keep_tally('ipaddresstointerface');
select keep_tally('service');
select keep_tally('vrfprefixassignment');
select keep_tally('vrfdeviceassignment');
