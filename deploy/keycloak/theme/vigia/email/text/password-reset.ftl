<#ftl output_format="plainText">
<#import "template.ftl" as mail>
<@mail.linkMail kind="passwordReset"/>
